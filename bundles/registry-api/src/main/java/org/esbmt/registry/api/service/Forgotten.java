package org.esbmt.registry.api.service;

import java.util.List;

/**
 * What was forgotten.
 *
 * @param periods how many
 * @param versions how many
 * @param artifacts which
 */
public record Forgotten(int periods, int versions, List<Digest> artifacts) {
    public Forgotten {
        artifacts = List.copyOf(artifacts);
    }

    public boolean nothing() {
        return periods == 0 && versions == 0 && artifacts.isEmpty();
    }
}
