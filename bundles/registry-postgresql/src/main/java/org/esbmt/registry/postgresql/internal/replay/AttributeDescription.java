package org.esbmt.registry.postgresql.internal.replay;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The description of an attribute in a console. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface AttributeDescription {
    String value();
}
