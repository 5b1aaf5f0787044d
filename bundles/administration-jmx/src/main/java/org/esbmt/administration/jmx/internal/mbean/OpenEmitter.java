package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;

/** An {@link OpenMBean} that accepts listeners. */
public final class OpenEmitter extends OpenMBean implements NotificationEmitter {
    private final NotificationEmitter listeners;

    /** Makes an MBean whose listeners another emitter holds. */
    public OpenEmitter(
            String description, List<Read> attributes, List<Operation> operations, NotificationEmitter listeners) {
        super(description, attributes, operations, listeners.getNotificationInfo());
        this.listeners = requireNonNull(listeners, "listeners");
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
