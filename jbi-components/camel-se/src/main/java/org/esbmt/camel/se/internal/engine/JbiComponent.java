package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.PrintableText;

/**
 * Camel's component {@code jbi}, one for each unit. Its URIs are numbers, {@code jbi:0}, of the addresses in this
 * table: they never contain text of a tenant.
 */
final class JbiComponent extends DefaultComponent {
    private final CamelUnit unit;
    private final List<JbiEndpoint> endpoints = new ArrayList<>();

    JbiComponent(CamelUnit unit) {
        this.unit = unit;
    }

    /** The URI of an endpoint for the beginning of a route, or for a target. Called while the unit is built. */
    String uri(Address.Jbi address, Place place, boolean gathers) {
        int number = endpoints.size();
        JbiEndpoint endpoint = new JbiEndpoint("jbi:" + number, this, address, place, gathers);
        endpoints.add(endpoint);
        return endpoint.getEndpointUri();
    }

    /** The endpoint of a URI of {@link #uri}. */
    JbiEndpoint endpoint(String uri) {
        return endpoints.get(Integer.parseInt(uri.substring(uri.indexOf(':') + 1)));
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return endpoints.get(Integer.parseInt(remaining));
    }

    /** The beginning or a target of a route. */
    static final class JbiEndpoint extends DefaultEndpoint {
        private static final int MOST_OF_A_NAME = 300;

        private final Address.Jbi address;
        private final Place place;
        private final boolean gathers;
        private RoutePipeline pipeline;

        private JbiEndpoint(String uri, JbiComponent component, Address.Jbi address, Place place, boolean gathers) {
            super(uri, component);
            this.address = requireNonNull(address, "address");
            this.place = requireNonNull(place, "place");
            this.gathers = gathers;
        }

        Address.Jbi address() {
            return address;
        }

        /** The address, under the names of the bus, and its place in the author's file; for logs. */
        String location() {
            return PrintableText.of(address.uri(), MOST_OF_A_NAME) + " at "
                    + PrintableText.of(place.toString(), MOST_OF_A_NAME);
        }

        /** Returns true if the whole body must be at hand before the route goes on. */
        boolean gathers() {
            return gathers;
        }

        /** The route that begins here, if it needs no part of Camel's engine; else null. */
        RoutePipeline pipeline() {
            return pipeline;
        }

        /** Called while the unit is built, for the beginning of a route. */
        void runs(RoutePipeline route) {
            pipeline = route;
        }

        CamelUnit unit() {
            return ((JbiComponent) getComponent()).unit;
        }

        @Override
        public JbiProducer createProducer() {
            return new JbiProducer(this);
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new JbiConsumer(this, processor);
        }

        @Override
        public boolean isLenientProperties() {
            return false;
        }
    }
}
