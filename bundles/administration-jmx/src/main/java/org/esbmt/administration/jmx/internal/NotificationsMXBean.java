package org.esbmt.administration.jmx.internal;

/**
 * Tells by notifications what has another state. Their types, and what their user data has, is in {@link StateNotifications}.
 */
public interface NotificationsMXBean {
    String OBJECT_NAME = "org.esbmt:type=Notifications";

    @Described("The types of the notifications. Live.")
    String[] getTypes();
}
