package org.esbmt.administration.internal.harness;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.internal.harness.RoleMatrix.To;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestCertificate;

/** The values of the words of the catalogue by which a request of the {@link RoleMatrix} reaches an object of {@link TwoTenants}. */
public final class MatrixValues {
    private static final Set<String> OF_ONES_NAME = Set.of("purgeTenant", "requestOffboarding");

    /** Words that a request of the matrix leaves out. */
    /** The certificate of a sender. */
    private static final TestCertificate CERTIFICATE = TwoTenants.newCertificate();

    private static final Set<String> ABSENT = Set.of(
            "archiveNames",
            "archives",
            "at",
            "burst",
            "cluster",
            "days",
            "displayName",
            "from",
            "head",
            "loginContains",
            "nameAfter",
            "nameContains",
            "namespace",
            "operation",
            "parts",
            "revision",
            "soft",
            "span",
            "state",
            "unset",
            "wsdl");

    private final TwoTenants tenants;

    public MatrixValues(TwoTenants tenants) {
        this.tenants = requireNonNull(tenants, "tenants");
    }

    /**
     * The value of a word; empty if the request leaves it out.
     *
     * @param line the command or query of the operation
     * @param operation its name in the catalogue
     * @throws AssertionError if a new word has no value here
     */
    public Optional<String> of(RoleMatrix.Line line, String operation, String word, Whose whose) {
        return ABSENT.contains(word) ? Optional.empty() : present(line, operation, word, whose);
    }

    private Optional<String> present(RoleMatrix.Line line, String operation, String word, Whose whose) {
        boolean ofContingent = operation.endsWith("Contingent");
        boolean ofParts = operation.endsWith("Component") || operation.equals("listSettings");
        return switch (word) {
            case "tenantId" ->
                line.to() == To.CHAIN && whose == Whose.NONE ? Optional.empty() : Optional.of(identifier(whose));
            case "tenant" -> Optional.of(line.to() == To.NAMED ? name(whose) : identifier(whose));
            case "userId" -> Optional.of(user(whose));
            case "name" -> Optional.of(nameOf(operation, whose));
            case "role" -> ofContingent ? Optional.empty() : Optional.of(role(operation));
            case "roles" -> Optional.of(role(operation));
            case "component" ->
                operation.endsWith("Quota") || ofContingent
                        ? Optional.empty()
                        : Optional.of(ofParts ? InMemorySettings.COMPONENT : "initech");
            case "nodeId" -> operation.equals("configureComponent") ? Optional.empty() : Optional.of(node());
            case "assembly" -> operation.equals("resync") ? Optional.empty() : Optional.of("orders");
            case "service" -> Optional.of(service(operation));
            case "request" -> Optional.of(TwoTenants.request(CERTIFICATE, UserId.of(user(whose))));
            default -> Optional.of(same(operation, word));
        };
    }

    /** The value of a word that has the same one in each request of an operation. */
    private static String same(String operation, String word) {
        return switch (word) {
            case "login" -> Set.of("findUser", "assignDefaultTenantAdmin").contains(operation) ? "clerk" : "dave";
            case "administratorLogin" -> "boss";
            case "purpose" -> "SIGN";
            case "algorithm" -> "EC_P256";
            case "subject" -> "CN=orders";
            case "file" -> "YSBmaWxl";
            case "certificates" -> FixedKeyMaterial.CERTIFICATE;
            case "until" -> Instant.now().plus(Duration.ofDays(30)).toString();
            case "value" -> "a secret value";
            case "secretKind" -> "PASSWORD";
            case "host" -> "orders.example.com";
            case "port" -> "443";
            case "userName" -> "orders";
            case "issuer" -> "https://login.example.com";
            case "audience" -> "orders";
            case "algorithms" -> "RS256";
            case "jwkSet" -> "{}";
            case "crl" -> new String(FixedKeyMaterial.revocations(1, Instant.now()), StandardCharsets.US_ASCII);
            case "password", "newPassword" -> "another long password";
            case "currentPassword" -> TwoTenants.PASSWORD;
            case "resource" -> Set.of("retire", "forget").contains(operation) ? "db" : "USERS";
            case "hard", "limit" -> "20";
            case "amount" -> "1";
            case "offset", "waitSeconds" -> "0";
            case "version" -> "1";
            case "policy" -> "secured";
            case "document" -> "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>";
            case "archive" -> "orders";
            case "installer" -> "shipping";
            case "library" -> "shared";
            case "endpoint" -> "files";
            case "forced", "rewritten", "changes" -> "true";
            case "credentialId" -> TwoTenants.NOTHING.toString();
            case "certificate" ->
                operation.equals("registerUserCertificate") ? CERTIFICATE.pem() : TestCertificates.LAPTOP;
            case "digest" -> "ab".repeat(32);
            case "dryRun" -> "false";
            case "operationId" -> TwoTenants.NOTHING.toString();
            case "kind" -> "TECHNICAL";
            case "address" -> "110";
            case "settings" -> "limit=7";
            case "transaction" -> "one";
            case "confirmation" -> "db";
            default -> throw new AssertionError("the matrix has no value of " + word + " of " + operation);
        };
    }

    /** A tenant's identifier; that of the other one for requests to the installation. */
    public String identifier(Whose whose) {
        return switch (whose) {
            case OWN -> tenants.acme.toString();
            case ANOTHERS, NONE -> tenants.globex.toString();
            case NOBODYS -> TwoTenants.NOBODYS.toString();
        };
    }

    private static String name(Whose whose) {
        return switch (whose) {
            case OWN -> "acme";
            case ANOTHERS, NONE -> "globex";
            case NOBODYS -> "nowhere";
        };
    }

    private String user(Whose whose) {
        return switch (whose) {
            case OWN -> tenants.clerk.toString();
            case ANOTHERS, NONE -> tenants.stranger.toString();
            case NOBODYS -> TwoTenants.NOBODY.toString();
        };
    }

    private static String nameOf(String operation, Whose whose) {
        if (OF_ONES_NAME.contains(operation)) {
            return name(whose);
        }
        if (operation.endsWith("Secret")) {
            return "back-end";
        }
        if (operation.contains("Key") || operation.startsWith("key")) {
            return operation.equals("generateKey") ? "generated" : "in";
        }
        return operation.endsWith("Contact") ? "Anna" : "initech";
    }

    private static String role(String operation) {
        return operation.contains("System") ? Role.SRE.name() : Role.TENANT_AUDITOR.name();
    }

    private static String service(String operation) {
        if (operation.startsWith("link") || operation.startsWith("unlink")) {
            return "{urn:plain}Archive";
        }
        return operation.equals("registerService")
                ? "{urn:acme}Invoices"
                : TwoTenants.ORDERS.name().toString();
    }

    private static String node() {
        return OneNode.HERE.toString();
    }

    /** A text without the parts by which requests for an existing and an unknown object may differ. */
    public String neutral(String text) {
        return text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
                .replace("globex", "NAME")
                .replace("nowhere", "NAME");
    }
}
