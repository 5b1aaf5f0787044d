package org.esbmt.administration.jmx.internal;

import java.util.List;
import javax.management.JMException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value NotificationsMXBean#OBJECT_NAME}. At the door nobody gets at its listeners: see {@link Listening}. */
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
            registered = beans.register(
                    () -> new DescribedEmitter<>(
                            new Types(),
                            NotificationsMXBean.class,
                            "Tells by notifications what has another state.",
                            broadcast.listeners()),
                    NotificationsMXBean.OBJECT_NAME);
        } catch (JMException e) {
            broadcast.close();
            throw e;
        }
        feed.add(broadcast);
    }

    @Deactivate
    void unregister() throws JMException {
        feed.remove(broadcast);
        broadcast.close();
        registered.unregister();
    }

    private record Types(List<String> all) implements NotificationsMXBean {
        Types() {
            this(List.of(StateNotifications.types()));
        }

        @Override
        public String[] getTypes() {
            return all.toArray(String[]::new);
        }
    }
}
