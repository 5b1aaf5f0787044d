package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.catalogue.Words;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.batch.MultipartBatch;
import org.esbmt.administration.rest.internal.batch.XmlBatch;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.administration.rest.internal.json.JsonWords;
import org.esbmt.administration.rest.internal.json.Values;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.esbmt.administration.rest.internal.route.Place;
import org.esbmt.administration.rest.internal.route.QualifiedNames;
import org.esbmt.administration.rest.internal.route.RawQuery;
import org.esbmt.administration.rest.internal.route.Router.Match;
import org.esbmt.administration.rest.internal.route.Signature;

/** Reads the arguments of one request. Only declared ones are read, each from its place; every other one is refused. */
public final class RequestReader {
    /** Numbers that a client may leave out, although the contract wants them. */
    public static final Map<String, Long> DEFAULTS =
            Map.of(Words.OFFSET.name(), 0L, Words.LIMIT.name(), 50L, "waitSeconds", 0L);

    private final Signature signature;
    private final Map<String, String> variables;
    private final RestRequest request;
    private final RequestHeaders headers;
    private final RestArguments arguments = new RestArguments();

    RequestReader(Match match, RestRequest request, RequestHeaders headers) {
        this.signature = match.signature();
        this.variables = match.variables();
        this.request = requireNonNull(request, "request");
        this.headers = requireNonNull(headers, "headers");
    }

    /**
     * Reads the arguments.
     *
     * @param operation the identifier of the request
     * @throws IOException if the body cannot be read
     */
    RestArguments read(Optional<UUID> operation) throws Refusal, IOException {
        Map<String, String> query = new HashMap<>(
                request.rawQuery().isEmpty()
                        ? Map.of()
                        : RawQuery.parameters(request.rawQuery().get()));
        readPath(query);
        readQuery(query);
        if (!query.isEmpty()) {
            String name = query.keySet().iterator().next();
            throw Refusal.invalid("the path has no parameter '" + printable(name) + "' with this method");
        }
        operation.ifPresent(id -> arguments.put(Words.OPERATION.name(), id.toString()));
        readConditions();
        readBody();
        return arguments;
    }

    private static String printable(String name) {
        return name.replaceAll("[^A-Za-z0-9_.-]", "?");
    }

    private void readPath(Map<String, String> query) throws Refusal {
        for (Word<?> word : signature.words(Place.PATH)) {
            String text = variables.get(word.name());
            if (signature.isQualified() && word.name().equals(Signature.SERVICE)) {
                if (QualifiedNames.isQualified(text)) {
                    throw Refusal.invalid(
                            word.name(), "a path has the local name of a service, and the query its namespace");
                }
                String namespace = query.remove(Signature.NAMESPACE);
                text = QualifiedNames.joined(namespace == null ? "" : namespace, text);
            }
            arguments.put(word.name(), Values.ofText(word, text));
        }
    }

    private void readQuery(Map<String, String> query) throws Refusal {
        for (Word<?> word : signature.words(Place.QUERY)) {
            String text = query.remove(word.name());
            if (text != null) {
                arguments.put(word.name(), Values.ofText(word, text));
            }
        }
        if (signature.entry().isPlannable()) {
            String plan = query.remove(Signature.DRY_RUN);
            if (plan != null && !List.of("true", "false").contains(plan)) {
                throw Refusal.invalid(Signature.DRY_RUN, Signature.DRY_RUN + " is true or false");
            }
            arguments.put(Signature.DRY_RUN, Boolean.valueOf(plan));
        }
        if (signature.isPaged()) {
            readCursor(query.remove(Signature.NEXT));
        }
        for (Word<?> word : signature.entry().words()) {
            Long absent = DEFAULTS.get(word.name());
            if (absent != null) {
                arguments.putIfAbsent(word.name(), absent);
            }
        }
    }

    private void readCursor(String cursor) throws Refusal {
        if (cursor == null || cursor.isEmpty()) {
            return;
        }
        if (signature.isPagedByName()) {
            arguments.put(Signature.NAME_AFTER, Cursor.name(cursor));
        } else {
            arguments.put(Words.OFFSET.name(), Cursor.offset(cursor));
        }
    }

    private void readConditions() throws Refusal {
        Optional<String> ifMatch = headers.find(EntityTag.IF_MATCH);
        if (signature.comparesRevision()) {
            readRevision(ifMatch);
        } else if (ifMatch.isPresent()) {
            throw Refusal.invalid(
                    EntityTag.IF_MATCH, "this operation compares no entity tag: send it without " + EntityTag.IF_MATCH);
        }
        if (!signature.route().method().equals("GET")
                && headers.find(RequestHeaders.IF_NONE_MATCH).isPresent()) {
            throw Refusal.invalid(RequestHeaders.IF_NONE_MATCH, "a change has no condition but " + EntityTag.IF_MATCH);
        }
    }

    private void readRevision(Optional<String> ifMatch) throws Refusal {
        String address = signature
                .route()
                .resource()
                .expand(QualifiedNames.split(arguments::text))
                .orElseThrow();
        if (ifMatch.isEmpty()) {
            throw EntityTag.missing(request.base() + address);
        }
        OptionalLong revision = EntityTag.expected(ifMatch.get(), address);
        revision.ifPresent(expected -> arguments.put(Words.REVISION.name(), expected));
    }

    private void readBody() throws Refusal, IOException {
        PushbackInputStream body = new PushbackInputStream(request.body());
        int first = body.read();
        if (first < 0) {
            if (signature.isBatch()) {
                throw Refusal.invalid(JsonBatch.STEPS, JsonBatch.STEPS + " is missing");
            }
            return;
        }
        body.unread(first);
        if (signature.route().isWithoutBody()) {
            throw Refusal.invalid("a " + signature.route().method() + " has no body");
        }
        if (signature.hasContent()) {
            readContent(body);
        } else if (signature.isBatch()) {
            readBatch(body);
        } else {
            checkMediaType(List.of(MediaTypes.JSON));
            arguments.putAll(JsonWords.read(body, signature.words(Place.FIELD)));
        }
    }

    private void readContent(InputStream body) throws Refusal {
        Word<?> content = signature.words(Place.CONTENT).get(0);
        checkMediaType(MediaTypes.of(content));
        arguments.put(content.name(), Content.of(body));
    }

    private void readBatch(InputStream body) throws Refusal, IOException {
        JsonBatch.Words batch = batch(body);
        for (Word<?> word : signature.words(Place.BATCH)) {
            Object value = word.kind() == Kind.FILES
                    ? batch.files()
                    : word.kind() == Kind.TEXTS ? batch.names() : batch.text();
            arguments.put(word.name(), value);
        }
    }

    private JsonBatch.Words batch(InputStream body) throws Refusal, IOException {
        Optional<String> boundary = headers.boundary();
        if (boundary.isPresent()) {
            return MultipartBatch.read(body, boundary.get());
        }
        checkMediaType(MediaTypes.OF_BATCHES);
        return headers.mediaType().equals(Optional.of(MediaTypes.XML)) ? XmlBatch.read(body) : JsonBatch.read(body);
    }

    private void checkMediaType(List<String> permitted) throws Refusal {
        Optional<String> sent = headers.mediaType();
        if (sent.isEmpty() || !permitted.contains(sent.get())) {
            throw Refusal.of(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                    "the Content-Type of this body is " + String.join(" or ", permitted));
        }
    }
}
