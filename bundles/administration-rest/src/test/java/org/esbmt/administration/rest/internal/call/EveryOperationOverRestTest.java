package org.esbmt.administration.rest.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every route with all of its arguments, down to the API below the catalogue, which refuses each call. */
class EveryOperationOverRestTest {
    private static final String TENANT = new UUID(1, 1).toString();

    private final List<Administrator> asking = new ArrayList<>();
    private final CatalogueRestApi api = new CatalogueRestApi(new byte[0], this::services);

    private Services services() {
        Services services = new Services();
        Catalogue.entries().stream().map(Entry::service).distinct().forEach(type -> add(services, type));
        return services;
    }

    private <S> void add(Services services, Class<S> type) {
        services.with(
                type,
                type.cast(
                        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                            asking.add((Administrator) given[0]);
                            throw new AdministrationException(
                                    Reason.CONFLICT, AdministrationException.told("noted", "you to go on"));
                        })));
    }

    @TestFactory
    Stream<DynamicTest> identifierRevisionAndArgumentsArriveAtTheApi() {
        return Routes.ALL.stream().map(route -> DynamicTest.dynamicTest(route.toString(), () -> arrives(route)));
    }

    @TestFactory
    Stream<DynamicTest> aChangeWithoutIfMatchDoesNotArrive() {
        return Routes.ALL.stream()
                .map(Signature::of)
                .filter(Signature::comparesRevision)
                .map(signature -> DynamicTest.dynamicTest(signature.toString(), () -> needsARevision(signature)));
    }

    private void needsARevision(Signature signature) {
        asking.clear();
        SampleRequest request = new SampleRequest(signature, TENANT);

        Answer answer = request.sendUnconditionally(new Client(api, "ada"))
                .refuses(428, "precondition-required", "the ETag that GET " + RestBus.BASE + request.resource() + " ");

        assertThat(answer.fields()).containsExactly("If-Match");
        assertThat(asking).isEmpty();
        request.sendForAnyRevision(new Client(api, "ada")).refuses(409, "conflict", "noted");
        assertThat(asking).isNotEmpty().allSatisfy(by -> assertThat(by.expectedRevision())
                .isEmpty());
    }

    private void arrives(Route route) {
        Signature signature = Signature.of(route);
        asking.clear();

        Answer answer = new SampleRequest(signature, TENANT)
                .send(new Client(api, "ada"))
                .refuses(409, "conflict", "noted");

        assertThat(answer.text("who")).isEqualTo("you to go on");
        assertThat(asking).isNotEmpty().allSatisfy(by -> {
            assertThat(by.login()).isEqualTo("ada");
            assertThat(by.operation())
                    .isEqualTo(signature.isIdentified() ? Optional.of(SampleRequest.ID) : Optional.empty());
            assertThat(by.expectedRevision().isPresent()).isEqualTo(signature.comparesRevision());
            by.expectedRevision().ifPresent(revision -> assertThat(revision).isEqualTo(SampleRequest.REVISION));
        });
    }
}
