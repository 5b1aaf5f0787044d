package org.esbmt.http.bc.internal;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** The numbers that a key of {@link HttpConfiguration} takes. {@link HttpSettings} refuses all others; the guide shows them. */
@Retention(RUNTIME)
@Target(METHOD)
@interface Bounds {
    long DAY_SECONDS = 86_400;

    long least() default 0;

    long most();

    /** Whether 0 is taken, too, because it has a meaning of its own. */
    boolean orZero() default false;
}
