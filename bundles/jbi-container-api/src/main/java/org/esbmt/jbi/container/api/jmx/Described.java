package org.esbmt.jbi.container.api.jmx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The description of an attribute in a JMX console, at its getter. It ends with the age of the value: {@code Live.}, or
 * {@code At most 5 s old.}
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Described {
    String value();
}
