package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.json.Json;
import org.esbmt.administration.rest.internal.route.Place;
import org.esbmt.administration.rest.internal.route.QualifiedNames;
import org.esbmt.administration.rest.internal.route.Signature;

/** A request of one route with all of its arguments, each of a value that its word accepts. */
final class SampleRequest {
    static final UUID ID = new UUID(9, 9);
    static final long REVISION = 7;
    private static final String ANY = "any";

    private final Signature signature;
    private final Function<String, Optional<String>> values;
    private final String tenant;

    /** @param tenant the identifier of each tenant, user and node */
    SampleRequest(Signature signature, String tenant) {
        this.signature = requireNonNull(signature, "signature");
        this.tenant = requireNonNull(tenant, "tenant");
        this.values = name -> signature.entry().isPlannable() && name.equals(Signature.DRY_RUN)
                ? Optional.empty()
                : Optional.of(value(name));
    }

    /**
     * A request with other values.
     *
     * @param values the value of each word by its name; empty to leave it out
     * @param tenant the identifier of the tenant in a batch
     */
    SampleRequest(Signature signature, Function<String, Optional<String>> values, String tenant) {
        this.signature = requireNonNull(signature, "signature");
        this.tenant = requireNonNull(tenant, "tenant");
        this.values = requireNonNull(values, "values");
    }

    /** Sends the request with an identifier, and with the entity tag of revision 7 if it has one. */
    Answer send(Client client) {
        client.with("Idempotency-Key", ID.toString());
        if (signature.comparesRevision()) {
            client.with("If-Match", EntityTag.of(REVISION, resource()));
        }
        return sendUnconditionally(client);
    }

    /** Sends the request without an identifier, for any revision. */
    Answer sendForAnyRevision(Client client) {
        return sendUnconditionally(signature.comparesRevision() ? client.anyRevision() : client);
    }

    /** The address of the object. */
    String resource() {
        return signature.route().resource().expand(inAddress()).orElseThrow();
    }

    /** Sends the request without an identifier and without an entity tag. */
    Answer sendUnconditionally(Client client) {
        String target = target();
        body(client);
        return client.send(signature.route().method(), target);
    }

    private Function<String, Optional<String>> inAddress() {
        return QualifiedNames.split(name -> values.apply(name).filter(text -> !text.isEmpty()));
    }

    private String target() {
        String target = signature.route().path().expand(inAddress()).orElseThrow();
        List<String> query = new ArrayList<>();
        for (Word<?> word : signature.words(Place.QUERY)) {
            if (!signature.route().path().queryVariables().contains(word.name())) {
                values.apply(word.name())
                        .ifPresent(value -> query.add(word.name() + "=" + URLEncoder.encode(value, UTF_8)));
            }
        }
        if (signature.entry().isPlannable()) {
            values.apply(Signature.DRY_RUN).ifPresent(plan -> query.add(Signature.DRY_RUN + "=" + plan));
        }
        return query.isEmpty() ? target : target + (target.contains("?") ? "&" : "?") + String.join("&", query);
    }

    private void body(Client client) {
        if (signature.isBatch()) {
            client.json("{'steps': [{'addUser': {'tenant': '" + tenant
                    + "', 'login': 'dave', 'password': 'a long password of theirs', 'roles': ['TENANT_USER']}}], "
                    + "'files': {}}");
        } else if (signature.hasContent()) {
            values.apply(signature.words(Place.CONTENT).get(0).name())
                    .ifPresent(content -> client.body("application/octet-stream", content.getBytes(UTF_8)));
        } else if (!signature.words(Place.FIELD).isEmpty()) {
            client.body("application/json; charset=UTF-8", Json.bytes(out -> {
                out.writeStartObject();
                for (Word<?> word : signature.words(Place.FIELD)) {
                    Optional<String> value = values.apply(word.name());
                    if (value.isPresent()) {
                        out.writeFieldName(word.name());
                        write(word, value.get(), out);
                    }
                }
                out.writeEndObject();
            }));
        }
    }

    private static void write(Word<?> word, String value, JsonGenerator out) throws IOException {
        switch (word.kind()) {
            case NUMBER, COUNT -> out.writeNumber(value.equals(ANY) ? REVISION : Long.parseLong(value));
            case FLAG -> out.writeBoolean(Boolean.parseBoolean(value));
            case TEXTS -> {
                out.writeStartArray();
                out.writeString(value);
                out.writeEndArray();
            }
            default -> out.writeString(value);
        }
    }

    private String value(String name) {
        String operation = signature.entry().name();
        return switch (name) {
            case "operationId" -> ID.toString();
            case "tenantId", "nodeId", "cluster", "credentialId" -> tenant;
            case "userId" -> operation.contains("Contingent") ? "" : tenant;
            case "role", "roles" -> operation.contains("System") ? "SRE" : "TENANT_USER";
            case "password", "newPassword", "currentPassword" -> "a long password of theirs";
            case "resource" -> signature.entry().part().name().equals("QUOTAS") ? "USERS" : "any";
            case "kind" -> "SECURITY";
            case "secretKind" -> "PASSWORD";
            case "algorithms" -> "RS256";
            case "parts" -> "AUDIT";
            case "digest" -> "ab".repeat(32);
            case "head", "state", "span" -> "";
            case "at", "until" -> "2026-01-01T00:00:00Z";
            case "purpose" -> "SIGN";
            case "algorithm" -> "EC_P256";
            case "file" -> "YSBmaWxl";
            case "settings" -> "key=value";
            case "limit", "from", "waitSeconds", "port" -> "5";
            case "forced", "rewritten", "dryRun" -> "true";
            case "service" -> signature.isQualified() ? "{urn:any}Orders" : "Orders";
            default -> ANY;
        };
    }
}
