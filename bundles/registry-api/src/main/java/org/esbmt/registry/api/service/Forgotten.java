package org.esbmt.registry.api.service;

import java.util.List;

/**
 * The deleted part of a tenant's history.
 *
 * @param periods number of deleted periods
 * @param versions number of deleted versions
 * @param artifacts the deleted artifacts
 */
public record Forgotten(int periods, int versions, List<Digest> artifacts) {
    public Forgotten {
        artifacts = List.copyOf(artifacts);
    }

    public boolean nothing() {
        return periods == 0 && versions == 0 && artifacts.isEmpty();
    }
}
