package org.esbmt.jbi.container.api.jmx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a JMX console shows of an attribute, at its getter. It ends with how old the value may be: {@code Live.}, or
 * {@code At most 5 s old.}
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Described {
    String value();
}
