package org.esbmt.administration.jmx.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a JMX console shows of an operation or a parameter. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER})
@interface Described {
    String value();

    /** The name of a parameter. */
    String name() default "";
}
