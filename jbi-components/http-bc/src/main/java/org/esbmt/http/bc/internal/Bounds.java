package org.esbmt.http.bc.internal;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The permitted numbers of a key of {@link HttpConfiguration}. {@link HttpSettings} refuses all others; the guide shows
 * them.
 */
@Retention(RUNTIME)
@Target(METHOD)
@interface Bounds {
    long DAY_SECONDS = 86_400;

    long least() default 0;

    long most();

    /** True if 0 is permitted, too, because it has a meaning of its own. */
    boolean orZero() default false;
}
