package org.esbmt.administration.jmx.internal.notification;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Receives state changes for this bundle, and passes them on. */
@Component(service = {StateListener.class, ChangeFeed.class})
public final class ChangeFeed implements StateListener {
    private final List<Consumer<StateChange>> outlets = new CopyOnWriteArrayList<>();

    @Activate
    public ChangeFeed() {}

    @Override
    public void changed(StateChange change) {
        outlets.forEach(outlet -> outlet.accept(change));
    }

    /**
     * Adds an outlet.
     *
     * @param outlet called in the thread of the change; it returns at once, and throws nothing
     */
    public void add(Consumer<StateChange> outlet) {
        outlets.add(outlet);
    }

    public void remove(Consumer<StateChange> outlet) {
        outlets.remove(outlet);
    }
}
