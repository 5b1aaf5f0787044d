package org.esbmt.tenancy.authentication.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The description of an attribute in a JMX console, at its getter. It ends with the age of the value. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface AttributeDescription {
    String value();
}
