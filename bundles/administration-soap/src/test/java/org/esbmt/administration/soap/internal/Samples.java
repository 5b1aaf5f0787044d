package org.esbmt.administration.soap.internal;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;

/** A valid request for every operation. */
final class Samples {
    private static final Map<String, String> BY_NAME = Map.ofEntries(
            entry("address", "ops@acme.example"),
            entry("administratorLogin", "boss"),
            entry("amount", "1"),
            entry("assembly", "orders"),
            entry("certificate", "none"),
            entry("component", "http-bc"),
            entry("confirmation", "db"),
            entry("credentialId", "00000000-0000-0000-0000-000000000008"),
            entry("currentPassword", SoapBus.PASSWORD),
            entry("digest", "ab".repeat(32)),
            entry("displayName", "Globex Corporation"),
            entry("endpoint", "soap"),
            entry("hard", "5"),
            entry("kind", "TECHNICAL"),
            entry("library", "shared"),
            entry("login", "carol"),
            entry("name", "globex"),
            entry("newPassword", "another long password"),
            entry("nodeId", "00000000-0000-0000-0000-000000000007"),
            entry("operationId", UUID.randomUUID().toString()),
            entry("password", "yet another long password"),
            entry("policy", "limits"),
            entry("request", "none"),
            entry("resource", "USERS"),
            entry("service", "{urn:acme}Orders"),
            entry("tenant", "acme"),
            entry("transaction", "one"),
            entry("version", "1"),
            entry("waitSeconds", "0"),
            entry("purpose", "SIGN"),
            entry("algorithm", "EC_P256"),
            entry("subject", "CN=orders"),
            entry("file", "YSBmaWxl"),
            entry("certificates", "none"),
            entry("until", "2026-01-01T00:00:00Z"),
            entry("value", "a secret"),
            entry("secretKind", "PASSWORD"),
            entry("host", "orders.example.com"),
            entry("port", "443"),
            entry("issuer", "https://login.example.com"),
            entry("audience", "orders"),
            entry("algorithms", "RS256"),
            entry("jwkSet", "{}"),
            entry("settings", "limit=7"),
            entry(
                    "batch",
                    "<batch xmlns='urn:esbmt:batch:1'><createTenant name='initech' displayName='Initech' login='boss' password='a long password of theirs'/></batch>"));

    /** Operations that ask for the name of the tenant once more. */
    private static final Set<String> OF_THE_NAME = Set.of("purgeTenant", "requestOffboarding");

    private final Map<String, String> identifiers;

    Samples(String tenantId, String userId) {
        identifiers = Map.of("tenantId", tenantId, "userId", userId);
    }

    /** The request with all words that the schema demands. */
    Envelope request(Entry<?> entry) {
        Envelope request = Envelope.of(entry.name());
        entry.words().forEach(word -> add(request, entry, word));
        return request;
    }

    private void add(Envelope request, Entry<?> entry, Word<?> word) {
        if (word.name().equals("role") && entry.name().endsWith("Contingent")) {
            request.with("role", "TENANT_OPERATOR");
            return;
        }
        boolean required = word.absence().isEmpty()
                && word.kind() != Kind.FLAG
                && !word.name().equals("offset")
                && !word.name().equals("limit");
        if (!required || word.kind() == Kind.FILES) {
            return;
        }
        if (word.kind() == Kind.BYTES) {
            request.raw("<" + word.name() + ">" + "b3JkZXJz" + "</" + word.name() + ">");
            return;
        }
        String value = identifiers.getOrDefault(word.name(), BY_NAME.get(word.name()));
        if (word.name().equals("roles") || word.name().equals("role")) {
            value = word.values().get(word.values().size() - 1);
        }
        if (word.name().equals("name") && OF_THE_NAME.contains(entry.name())) {
            value = "acme";
        }
        if (value != null) {
            request.with(word.name(), value);
        } else if (word.kind() != Kind.TEXTS) {
            throw new AssertionError("there is no sample of " + word + " of " + entry);
        }
    }
}
