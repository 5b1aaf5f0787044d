package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The services of administration that entries call, by type. Filled before it is shared, then read by any thread. */
public final class Services {
    private final Map<Class<?>, Object> services = new HashMap<>();

    public <S> Services with(Class<S> type, S service) {
        services.put(type, requireNonNull(service, "service"));
        return this;
    }

    /**
     * Returns the service of a type.
     *
     * @throws IllegalStateException if there is no such service
     */
    public <S> S get(Class<S> type) {
        Object service = services.get(type);
        if (service == null) {
            throw new IllegalStateException("there is no " + type.getSimpleName());
        }
        return type.cast(service);
    }

    /** The types of all services. */
    public Set<Class<?>> types() {
        return Set.copyOf(services.keySet());
    }
}
