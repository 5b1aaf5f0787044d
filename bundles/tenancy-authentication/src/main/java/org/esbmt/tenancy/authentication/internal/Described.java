package org.esbmt.tenancy.authentication.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a JMX console shows of an attribute, at its getter. It ends with how old the value may be. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Described {
    String value();
}
