package org.esbmt.administration.rest.internal.route;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.catalogue.Words;
import org.esbmt.administration.rest.internal.call.Addresses;
import org.esbmt.administration.rest.internal.call.MediaTypes;
import org.junit.jupiter.api.Test;

/** The table of routes, compared with the catalogue. */
class RoutesTest {
    /** Operations without a route, with the reason. */
    private static final Map<String, String> WITHOUT_ROUTE = Map.of(
            "TENANTS addUser", "USERS addUser does the same with the role TENANT_USER",
            "TENANTS listUsers", "USERS listUsers does the same without a filter");

    /** Routes without If-Match although the operation compares a revision, with the reason. */
    private static final Map<String, String> UNCOMPARED = Map.of(
            "changeAdministratorPassword", "no query tells the revision of the caller",
            "assignDefaultTenantAdmin", "the revision is that of the user of the login in the body",
            "resetDefaultAdmin", "the revision is that of a user whom the request does not name");

    @Test
    void everyOperationHasARouteOrAReason() {
        Set<String> routed = Routes.ALL.stream()
                .map(route -> route.part() + " " + route.operation())
                .collect(toSet());
        Set<String> all = Catalogue.entries().stream().map(Entry::toString).collect(toSet());

        assertThat(all).containsAll(routed).containsAll(WITHOUT_ROUTE.keySet());
        assertThat(routed).doesNotContainAnyElementsOf(WITHOUT_ROUTE.keySet());
        all.removeAll(routed);
        assertThat(all).isEqualTo(WITHOUT_ROUTE.keySet());
    }

    @Test
    void oneMethodOfAPathHasOneRoute() {
        assertThat(Routes.ALL)
                .extracting(route -> route.method() + " " + route.path().form())
                .doesNotHaveDuplicates();
    }

    /** A document with {@code /a/{b}} and {@code /a/{c}} is not valid OpenAPI. */
    @Test
    void pathsOfOneFormNameTheirVariablesAlike() {
        Map<String, Set<String>> paths = Routes.ALL.stream()
                .map(Route::path)
                .collect(groupingBy(Template::form, mapping(Template::path, toSet())));

        assertThat(paths).allSatisfy((form, names) -> assertThat(names).hasSize(1));
    }

    @Test
    void theMethodFollowsFromTheEffect() {
        assertThat(Routes.ALL).allSatisfy(route -> assertThat(route.method().equals("GET"))
                .as(route.toString())
                .isEqualTo(route.entry().effect() == Effect.READS));
    }

    @Test
    void eachVariableIsAWordOrANamespace() {
        assertThat(signatures()).allSatisfy(signature -> {
            Entry<?> entry = signature.entry();
            List<String> words = Stream.concat(entry.words().stream(), entry.guards().stream())
                    .map(Word::name)
                    .toList();
            Template path = signature.route().path();
            assertThat(words).as(signature.toString()).containsAll(path.pathVariables());
            assertThat(path.queryVariables())
                    .as(signature.toString())
                    .allMatch(name -> words.contains(name) || name.equals(Signature.NAMESPACE));
        });
    }

    @Test
    void theEntityTagIsComparedWhereARevisionIs() {
        Set<String> uncompared = signatures().stream()
                .filter(signature -> signature.entry().words().contains(Words.REVISION))
                .filter(signature -> !signature.comparesRevision())
                .map(signature -> signature.route().operation())
                .collect(toSet());

        assertThat(uncompared).isEqualTo(UNCOMPARED.keySet());
    }

    /** A refused change names the GET with the entity tag. */
    @Test
    void aGetTellsTheEntityTagOfEachObjectThatChanges() {
        Map<String, Entry<?>> queries = Routes.ALL.stream()
                .filter(route -> route.method().equals("GET") && route.isOfResource())
                .collect(toMap(route -> route.path().form(), Route::entry));

        assertThat(signatures()).filteredOn(Signature::comparesRevision).allSatisfy(signature -> {
            Entry<?> query = queries.get(signature.route().resource().form());
            assertThat(query).as(signature.toString()).isNotNull();
            assertThat(query.result())
                    .as(signature.toString())
                    .isInstanceOfSatisfying(Result.One.class, one -> assertThat(Addresses.isTagged(one.shape()))
                            .isTrue());
        });
    }

    /** Logs and histories of browsers and proxies keep addresses. */
    @Test
    void noSecretIsInAnAddress() {
        assertThat(signatures()).allSatisfy(signature -> {
            for (Place place : List.of(Place.PATH, Place.QUERY, Place.CURSOR, Place.HEADER)) {
                assertThat(signature.words(place))
                        .as(signature + " " + place)
                        .noneMatch(word -> word.kind() == Kind.SECRET);
            }
        });
    }

    /** An archive is the whole body. */
    @Test
    void aBodyOfBytesHasOneWordAndItsMediaTypes() {
        List<Signature> ofContent =
                signatures().stream().filter(Signature::hasContent).toList();

        assertThat(ofContent).hasSize(9).allSatisfy(signature -> {
            assertThat(signature.words(Place.CONTENT)).hasSize(1);
            assertThat(signature.words(Place.FIELD)).isEmpty();
            assertThat(MediaTypes.of(signature.words(Place.CONTENT).get(0)))
                    .as(signature.toString())
                    .hasSize(2);
        });
    }

    @Test
    void onlyTheAuditHasTwoAddresses() {
        Map<String, List<String>> paths = Routes.ALL.stream()
                .collect(groupingBy(
                        route -> route.part() + " " + route.operation(),
                        mapping(route -> route.path().path(), toList())));
        paths.values().removeIf(its -> its.size() == 1);

        assertThat(paths)
                .containsOnly(
                        Map.entry("AUDIT listAudit", List.of("/tenants/{tenantId}/audit", "/audit")),
                        Map.entry(
                                "AUDIT verifyAudit",
                                List.of("/tenants/{tenantId}/audit/verification", "/audit/verification")));
        assertThat(signatures())
                .filteredOn(signature -> !signature.words(Place.NOWHERE).isEmpty())
                .extracting(signature -> signature.route().path().path())
                .containsExactly("/audit", "/audit/verification");
    }

    private static List<Signature> signatures() {
        return Routes.ALL.stream().map(Signature::of).toList();
    }
}
