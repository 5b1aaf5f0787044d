package org.esbmt.administration.jmx.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a JMX console shows of an operation, a parameter or, at its getter, an attribute. That of an attribute ends with how old
 * it may be: {@code Live.}, or {@code At most 5 s old.}
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER})
@interface Described {
    String value();

    /** The name of a parameter. */
    String name() default "";
}
