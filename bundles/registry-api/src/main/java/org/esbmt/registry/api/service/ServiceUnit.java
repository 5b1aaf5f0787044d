package org.esbmt.registry.api.service;

import java.util.List;

/**
 * A unit of a service assembly.
 *
 * @param component the name of the component of the unit
 */
public record ServiceUnit(String name, String component, List<Endpoint> endpoints) {
    public ServiceUnit {
        IndexedTexts.name("the name of a unit", name);
        IndexedTexts.name("the name of a component", component);
        endpoints = List.copyOf(endpoints);
    }
}
