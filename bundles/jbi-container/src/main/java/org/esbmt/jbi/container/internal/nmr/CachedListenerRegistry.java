package org.esbmt.jbi.container.internal.nmr;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.servicemix.nmr.api.event.Listener;
import org.apache.servicemix.nmr.api.event.ListenerRegistry;
import org.apache.servicemix.nmr.core.ServiceRegistryImpl;

/** One list per listener type; the stock registry filters all listeners several times for each exchange. */
final class CachedListenerRegistry extends ServiceRegistryImpl<Listener> implements ListenerRegistry {
    private final ConcurrentMap<Class<?>, List<?>> byType = new ConcurrentHashMap<>();

    @Override
    @SuppressWarnings("unchecked") // each list was made for its key
    public <T extends Listener> List<T> getListeners(Class<T> type) {
        List<?> known = byType.get(type);
        return (List<T>) (known != null ? known : byType.computeIfAbsent(type, this::find));
    }

    private List<?> find(Class<?> type) {
        return getServices().stream().filter(type::isInstance).toList();
    }

    @Override
    protected void doRegister(Listener listener, Map<String, ?> properties) {
        byType.clear();
    }

    @Override
    protected void doUnregister(Listener listener, Map<String, ?> properties) {
        byType.clear();
    }
}
