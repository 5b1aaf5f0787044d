package org.esbmt.administration.jmx.internal.notification;

import java.util.List;
import javax.management.JMException;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.OpenEmitter;
import org.esbmt.administration.jmx.internal.mbean.OpenKinds;
import org.esbmt.administration.jmx.internal.mbean.OpenMBean;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Registered;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Registers {@link PublishedMBean#NOTIFICATIONS}. The tenants' connector does not use its listeners: see
 * {@link NotificationSubscription}.
 */
@Component(
        service = {},
        immediate = true)
public final class NotificationsRegistration {
    private static final int PLACES = 1_000;

    private final ChangeFeed feed;
    private final Broadcast broadcast = new Broadcast(PLACES);
    private final Registered registered;

    @Activate
    public NotificationsRegistration(@Reference BusMBeans beans, @Reference ChangeFeed feed) throws JMException {
        this.feed = feed;
        try {
            registered = beans.register(this::bean, PublishedMBean.NOTIFICATIONS.objectName());
        } catch (JMException e) {
            broadcast.close();
            throw e;
        }
        feed.add(broadcast);
    }

    @Deactivate
    public void unregister() throws JMException {
        feed.remove(broadcast);
        broadcast.close();
        registered.unregister();
    }

    private OpenEmitter bean() {
        OpenMBean.Read types = new OpenMBean.Read(
                "Types", "The types of the notifications. Live.", OpenKinds.TEXTS, StateNotifications::types);
        return new OpenEmitter(
                PublishedMBean.NOTIFICATIONS.description(), List.of(types), List.of(), broadcast.listeners());
    }
}
