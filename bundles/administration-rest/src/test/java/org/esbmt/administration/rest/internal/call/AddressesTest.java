package org.esbmt.administration.rest.internal.call;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.esbmt.administration.rest.internal.route.Template;
import org.junit.jupiter.api.Test;

/** The addresses of objects, compared with the shapes and the routes. */
class AddressesTest {
    /** Shapes with a revision and without an address, with the reason. */
    private static final Map<String, String> WITHOUT_ADDRESS = Map.of(
            "logged", "the revision is the cluster's",
            "operation", "the revision is the cluster's");

    private final Map<String, Shape<?>> shapes = new TreeMap<>();

    AddressesTest() {
        Catalogue.entries().stream()
                .map(Entry::result)
                .map(AddressesTest::shape)
                .flatMap(Optional::stream)
                .forEach(shape -> shapes.put(shape.name(), shape));
    }

    private static Optional<Shape<?>> shape(Result<?> result) {
        if (result instanceof Result.One<?> one) {
            return Optional.of(one.shape());
        }
        if (result instanceof Result.All<?> all) {
            return Optional.of(all.shape());
        }
        return result instanceof Result.PageOf<?> page ? Optional.of(page.shape()) : Optional.empty();
    }

    @Test
    void anObjectWithARevisionHasAnAddressOrAReason() {
        Set<String> without = shapes.values().stream()
                .filter(shape ->
                        shape.fields().stream().anyMatch(field -> field.name().equals("revision")))
                .filter(shape -> !Addresses.isTagged(shape))
                .map(Shape::name)
                .collect(toSet());

        assertThat(without).isEqualTo(WITHOUT_ADDRESS.keySet());
    }

    /** With other names of variables, since an address from a view has fields, and an address of a request has words. */
    @Test
    void theAddressOfAResultIsThatOfTheResourceOfTheRequest() {
        for (Route route : Routes.ALL) {
            Optional<Template> address = shape(route.entry().result()).flatMap(Addresses::template);
            if (Signature.of(route).comparesRevision() && address.isPresent()) {
                assertThat(form(address.get())).as(route.toString()).isEqualTo(form(route.resource()));
            }
        }
    }

    private static String form(Template template) {
        return template.toString().replaceAll("\\{[a-zA-Z]+}", "{}");
    }
}
