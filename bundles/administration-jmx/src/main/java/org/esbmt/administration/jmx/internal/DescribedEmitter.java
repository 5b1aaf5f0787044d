package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import javax.management.ListenerNotFoundException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;

/** A {@link DescribedMBean} to which one can listen. */
final class DescribedEmitter<T> extends DescribedMBean<T> implements NotificationEmitter {
    private final NotificationEmitter listeners;

    /** @param listeners has them, and says what they are sent */
    DescribedEmitter(T implementation, Class<T> type, String description, NotificationEmitter listeners) {
        super(implementation, type, description);
        this.listeners = requireNonNull(listeners, "listeners");
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanInfo info = super.getMBeanInfo();
        return new MBeanInfo(
                info.getClassName(),
                info.getDescription(),
                info.getAttributes(),
                info.getConstructors(),
                info.getOperations(),
                getNotificationInfo(),
                info.getDescriptor());
    }

    @Override
    public MBeanNotificationInfo[] getNotificationInfo() {
        return listeners.getNotificationInfo();
    }

    @Override
    public void addNotificationListener(NotificationListener listener, NotificationFilter filter, Object handback) {
        listeners.addNotificationListener(listener, filter, handback);
    }

    @Override
    public void removeNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        listeners.removeNotificationListener(listener);
    }

    @Override
    public void removeNotificationListener(NotificationListener listener, NotificationFilter filter, Object handback)
            throws ListenerNotFoundException {
        listeners.removeNotificationListener(listener, filter, handback);
    }
}
