package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

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

    private final Signature signature;
    private final String tenant;

    /** @param tenant the identifier of each tenant, user and node */
    SampleRequest(Signature signature, String tenant) {
        this.signature = requireNonNull(signature, "signature");
        this.tenant = requireNonNull(tenant, "tenant");
    }

    /** Sends the request with an identifier, and with the entity tag of revision 7 if it may have one. */
    Answer send(Client client) {
        Function<String, Optional<String>> values =
                QualifiedNames.split(name -> Optional.of(value(name)).filter(text -> !text.isEmpty()));
        String target = signature.route().path().expand(values).orElseThrow();
        List<String> query = new ArrayList<>();
        for (Word<?> word : signature.words(Place.QUERY)) {
            if (!signature.route().path().queryVariables().contains(word.name())) {
                query.add(word.name() + "=" + value(word.name()));
            }
        }
        if (!query.isEmpty()) {
            target += (target.contains("?") ? "&" : "?") + String.join("&", query);
        }
        client.with("Idempotency-Key", ID.toString());
        if (signature.comparesRevision()) {
            String address = signature.route().resource().expand(values).orElseThrow();
            client.with("If-Match", EntityTag.of(REVISION, address));
        }
        body(client);
        return client.send(signature.route().method(), target);
    }

    private void body(Client client) {
        if (signature.isBatch()) {
            client.json("{'steps': [{'suspendTenant': {'tenant': '" + tenant + "'}}], 'files': {}}");
        } else if (signature.hasContent()) {
            client.body("application/octet-stream", new byte[] {'a'});
        } else if (!signature.words(Place.FIELD).isEmpty()) {
            client.body("application/json; charset=UTF-8", Json.bytes(out -> {
                out.writeStartObject();
                for (Word<?> word : signature.words(Place.FIELD)) {
                    out.writeFieldName(word.name());
                    switch (word.kind()) {
                        case NUMBER, COUNT -> out.writeNumber(REVISION);
                        case FLAG -> out.writeBoolean(true);
                        case TEXTS -> {
                            out.writeStartArray();
                            out.writeString(value(word.name()));
                            out.writeEndArray();
                        }
                        default -> out.writeString(value(word.name()));
                    }
                }
                out.writeEndObject();
            }));
        }
    }

    private String value(String name) {
        String operation = signature.entry().name();
        return switch (name) {
            case "operationId" -> ID.toString();
            case "tenantId", "nodeId", "cluster" -> tenant;
            case "userId" -> operation.contains("Contingent") ? "" : tenant;
            case "role", "roles" -> operation.contains("System") ? "SRE" : "TENANT_USER";
            case "password", "newPassword", "currentPassword" -> "a long password of theirs";
            case "resource" -> signature.entry().part().name().equals("QUOTAS") ? "USERS" : "any";
            case "kind" -> "SECURITY";
            case "head", "state" -> "";
            case "at" -> "2026-01-01T00:00:00Z";
            case "settings" -> "key=value";
            case "limit", "from", "waitSeconds" -> "5";
            case "forced", "rewritten", "dryRun" -> "true";
            case "service" -> signature.isQualified() ? "{urn:any}Orders" : "Orders";
            default -> "any";
        };
    }
}
