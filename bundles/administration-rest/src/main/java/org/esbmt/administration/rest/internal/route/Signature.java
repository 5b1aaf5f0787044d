package org.esbmt.administration.rest.internal.route;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.catalogue.Words;

/** The words of an operation in their places, as requests and the OpenAPI document have them. Immutable. */
public final class Signature {
    /** A query parameter of each operation that can be planned. */
    public static final String DRY_RUN = "dryRun";

    /** The query parameter with the place in a list, from the page before. */
    public static final String NEXT = "next";

    /** The namespace of the service whose local name is in the path. */
    public static final String NAMESPACE = "namespace";

    /** The word with the name of a service. */
    public static final String SERVICE = "service";

    /** The word with the last name of the page before; the list of tenants has it. */
    public static final String NAME_AFTER = "nameAfter";

    /** The caller. */
    private static final String ME = "/me";

    private static final Set<String> CURSOR = Set.of(Words.OFFSET.name(), NAME_AFTER);

    private final Route route;
    private final Entry<?> entry;
    private final Map<Word<?>, Place> places = new LinkedHashMap<>();

    private Signature(Route route) {
        this.route = requireNonNull(route, "route");
        this.entry = route.entry();
        entry.words().forEach(word -> places.put(word, place(word)));
        entry.guards().forEach(word -> places.put(word, place(word)));
    }

    public static Signature of(Route route) {
        return new Signature(route);
    }

    private Place place(Word<?> word) {
        String name = word.name();
        if (word.equals(Words.OPERATION) || word.equals(Words.REVISION)) {
            return Place.HEADER;
        }
        if (route.path().pathVariables().contains(name)) {
            return Place.PATH;
        }
        if (isInOtherPath(name)) {
            return Place.NOWHERE;
        }
        if (CURSOR.contains(name)) {
            return Place.CURSOR;
        }
        if (word.kind() == Kind.BYTES) {
            return Place.CONTENT;
        }
        if (name.equals(DRY_RUN) || route.path().queryVariables().contains(name)) {
            return Place.QUERY;
        }
        if (isBatch()) {
            return Place.BATCH;
        }
        return route.isWithoutBody() || hasContent() ? Place.QUERY : Place.FIELD;
    }

    private boolean isInOtherPath(String name) {
        return Routes.ALL.stream()
                .filter(other ->
                        other.part() == route.part() && other.operation().equals(route.operation()))
                .anyMatch(other -> other.path().pathVariables().contains(name));
    }

    public Route route() {
        return route;
    }

    public Entry<?> entry() {
        return entry;
    }

    /** The words in a place, in the order of the entry. */
    public List<Word<?>> words(Place place) {
        List<Word<?>> words = new ArrayList<>();
        places.forEach((word, its) -> {
            if (its == place) {
                words.add(word);
            }
        });
        return words;
    }

    /** Tells whether the body is an archive or a document. */
    public boolean hasContent() {
        return entry.words().stream().anyMatch(word -> word.kind() == Kind.BYTES);
    }

    /** Tells whether the body is the JSON form of a batch. */
    public boolean isBatch() {
        return entry.words().stream().anyMatch(word -> word.kind() == Kind.FILES);
    }

    /** Tells whether the request has If-Match, which is required. */
    public boolean comparesRevision() {
        return route.comparable() && entry.words().contains(Words.REVISION);
    }

    /** Tells whether a repetition under one Idempotency-Key has the first outcome. */
    public boolean isIdentified() {
        return entry.words().contains(Words.OPERATION);
    }

    /** Tells whether the request adds an object to a collection, and the answer is that object. */
    public boolean isCreation() {
        return route.method().equals("POST")
                && route.isOfResource()
                && entry.effect() == Effect.MAKES
                && entry.result() instanceof Result.One;
    }

    /**
     * Tells whether the answer tells that nodes still work at the change. A caller without any other right changes the own password,
     * and does not see operations.
     */
    public boolean tellsProgress() {
        return isIdentified() && !route.resource().path().equals(ME);
    }

    /** Tells whether the answer is a page of a list. */
    public boolean isPaged() {
        return !words(Place.CURSOR).isEmpty();
    }

    /** Tells whether pages begin after a name, and not at an offset. */
    public boolean isPagedByName() {
        return words(Place.CURSOR).stream().anyMatch(word -> word.name().equals(NAME_AFTER));
    }

    /** Tells whether the service in the path has its namespace in the query. */
    public boolean isQualified() {
        return route.path().pathVariables().contains(SERVICE)
                && route.path().queryVariables().contains(NAMESPACE);
    }

    @Override
    public String toString() {
        return route.toString();
    }
}
