package org.esbmt.administration.rest.internal.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.administration.rest.internal.JsonValues;
import org.esbmt.administration.rest.internal.route.Place;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.Test;

/** The committed OpenAPI document is the one of the catalogue and the routes. */
class OpenApiTest {
    private static final Path COMMITTED = Path.of("..", "..", "docs", "guide", "schemas", OpenApi.FILE);

    @Test
    void theCommittedDocumentIsTheGeneratedOne() throws Exception {
        GoldenFile.at(COMMITTED).check(OpenApi.generated());
    }

    @Test
    void theBusServesTheCommittedDocument() throws Exception {
        assertThat(OpenApi.bytes()).isEqualTo(Files.readAllBytes(COMMITTED));
    }

    private static Map<String, Object> document() {
        try {
            return JsonValues.object(Files.readString(COMMITTED, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theDocumentHasEachRouteAndNoOtherOne() {
        Set<String> documented = new TreeSet<>();
        paths().forEach((path, item) ->
                item.keySet().forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        Set<String> routes = new TreeSet<>();
        Routes.ALL.forEach(
                route -> routes.add(route.method() + " " + route.path().path()));

        assertThat(documented).isEqualTo(routes);
    }

    @Test
    void eachRouteHasItsParametersAndItsBody() {
        for (Route route : Routes.ALL) {
            Signature signature = Signature.of(route);
            Map<String, Object> operation = operation(route);
            List<String> names = new ArrayList<>();
            list(operation.get("parameters"))
                    .forEach(one -> names.add((String) resolved(one).get("name")));
            List<String> expected = new ArrayList<>();
            signature.words(Place.PATH).forEach(word -> expected.add(word.name()));
            signature.words(Place.QUERY).forEach(word -> expected.add(word.name()));
            if (signature.isPaged()) {
                expected.add("next");
            }
            if (signature.isQualified()) {
                expected.add("namespace");
            }
            if (signature.entry().isPlannable()) {
                expected.add("dryRun");
            }
            if (signature.isIdentified()) {
                expected.add("Idempotency-Key");
            }
            if (signature.comparesRevision()) {
                expected.add("If-Match");
            }

            assertThat(names).as(route.toString()).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(map(operation.get("responses")).containsKey("428"))
                    .as(route.toString())
                    .isEqualTo(signature.comparesRevision());
            assertThat(operation.containsKey("requestBody"))
                    .as(route.toString())
                    .isEqualTo(
                            !signature.words(Place.FIELD).isEmpty() || signature.isBatch() || signature.hasContent());
        }
    }

    @Test
    void identifiersOfOperationsAreUnique() {
        assertThat(Routes.ALL)
                .extracting(route -> operation(route).get("operationId"))
                .doesNotHaveDuplicates();
    }

    @Test
    void eachCommandIsOneOperationForANumberOfVariables() {
        assertThat(Routes.ALL).extracting(OpenApiTest::command).doesNotHaveDuplicates();
        assertThat(Routes.ALL)
                .extracting(route -> (String) operation(route).get("x-command"))
                .contains("tenant-create", "assembly-deploy", "system-user-add", "library-list", "batch-run")
                .allMatch(command -> command.matches("[a-z]+(-[a-z]+)*"));
    }

    private static String command(Route route) {
        return CommandNames.of(route.operation()) + " "
                + Signature.of(route).words(Place.PATH).size();
    }

    @Test
    void eachPathThatFindsAnIdentifierIsARoute() {
        assertThat(ByName.paths().values()).allMatch(path -> paths().get(path).containsKey("get"));
    }

    @Test
    void eachReferenceIsDefined() {
        List<String> references = new ArrayList<>();
        collect(document(), references);

        assertThat(references).hasSizeGreaterThan(200).allSatisfy(reference -> assertThat(resolved(reference))
                .as(reference)
                .isNotEmpty());
    }

    /** A generator of clients makes a name like {@code listTenants_200_response} of a schema without one. */
    @Test
    void eachObjectOfAnAnswerHasAName() {
        for (Route route : Routes.ALL) {
            map(operation(route).get("responses")).forEach((status, response) -> {
                Object json = map(map(resolved(response)).getOrDefault("content", Map.of()))
                        .get("application/json");
                if (json != null) {
                    assertThat(isNamed(map(map(json).get("schema"))))
                            .as(route + " " + status)
                            .isTrue();
                }
            });
        }
        assertThat(map(map(document().get("components")).get("schemas")))
                .containsKeys("TenantPage", "ComponentList", "CreatedTenantOrPlan", "Finding");
    }

    /** A single value, in the field {@code result}, needs no name. */
    private static boolean isNamed(Map<String, Object> schema) {
        return schema.containsKey("$ref")
                || map(schema.getOrDefault("properties", Map.of())).keySet().equals(Set.of("result"))
                || (schema.get("anyOf") instanceof List<?> all && all.stream().allMatch(one -> isNamed(map(one))));
    }

    /** OpenAPI Generator makes its method of the first content, and clients of Python name a part that is a file. */
    @Test
    void aBatchIsJsonFirstAndItsFormHasFiles() {
        Map<String, Object> content = map(
                map(map(paths().get("/batches").get("post")).get("requestBody")).get("content"));
        assertThat(content.keySet()).startsWith("application/json");
        Map<String, Object> form = map(map(content.get("multipart/form-data")).get("schema"));
        assertThat(map(map(form.get("properties")).get("batch"))).containsEntry("format", "binary");
    }

    @Test
    void aPasswordOrATokenIsACredential() {
        Map<String, Object> schemes = map(map(document().get("components")).get("securitySchemes"));
        assertThat(list(document().get("security")))
                .extracting(one -> map(one).keySet())
                .containsExactlyInAnyOrder(Set.of("password"), Set.of("token"));
        assertThat(map(schemes.get("token"))).containsEntry("scheme", "bearer");
    }

    private static void collect(Object value, List<String> references) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, its) -> {
                if (name.equals("$ref")) {
                    references.add((String) its);
                } else {
                    collect(its, references);
                }
            });
        } else if (value instanceof List<?> list) {
            list.forEach(its -> collect(its, references));
        }
    }

    private Map<String, Object> resolved(Object parameter) {
        Map<String, Object> map = map(parameter);
        return map.containsKey("$ref") ? resolved((String) map.get("$ref")) : map;
    }

    private Map<String, Object> resolved(String reference) {
        Map<String, Object> found = document();
        for (String name : reference.substring("#/".length()).split("/", -1)) {
            found = map(found.getOrDefault(name, Map.of()));
        }
        return found;
    }

    private Map<String, Object> operation(Route route) {
        return map(paths().get(route.path().path()).get(route.method().toLowerCase(Locale.ROOT)));
    }

    @SuppressWarnings("unchecked")
    private Map<String, Map<String, Object>> paths() {
        return (Map<String, Map<String, Object>>) document().get("paths");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }
}
