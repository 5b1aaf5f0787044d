package org.esbmt.administration.catalogue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.TrafficAdministration.Span;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.Content;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Resource;

/** The parameters of operations, the same on every adapter. Adapters use the public ones. */
public final class Words {
    /** The identifier of a request. A repetition under it has the outcome of the first time. */
    public static final Word<Optional<UUID>> OPERATION = Word.uuid(
                    "operation", "a UUID of yours for this request, to ask it again under")
            .optional("");

    /** The revision of the object as the client read it. */
    public static final Word<Optional<Long>> REVISION =
            Word.number("revision", "the revision that is to be changed").optional("any");

    public static final Word<Integer> OFFSET = Word.count("offset", "entries to leave out, from 0");
    public static final Word<Integer> LIMIT = Word.count("limit", "entries to return at the most, 1 to 1000");

    static final Word<TenantId> TENANT = Word.identifier("tenantId", "the tenant's identifier", TenantId::of);

    static final Word<Optional<TenantId>> CHAIN = TENANT.optional("the installation");
    static final Word<Optional<Long>> FROM =
            Word.number("from", "the number of the first entry, from 1").optional("the last ones");
    static final Word<Optional<Head>> HEAD = Word.text(
                    "head", "a head of this chain that was kept, <number>:<hash>", Head::of)
            .optional("");

    static final Word<String> PLAIN_COMPONENT = Word.text("component", "the plain component's name");
    static final Word<QName> LINKED_SERVICE =
            Word.text("service", "{namespace}local, as the author of the unit wrote it", QName::valueOf);
    static final Word<String> ENDPOINT = Word.text("endpoint", "the endpoint's name");

    static final Word<String> LOGIN = Word.text("login", "the user's login");
    static final Word<String> NEW_LOGIN = LOGIN.saying("1 to 128 printable characters without spaces or '/'");
    static final Word<Password> PASSWORD = Word.secret("password", "12 to 256 characters");
    static final Word<Optional<String>> LOGIN_CONTAINS =
            Word.text("loginContains", "any part of the login").optional("every login");
    static final Word<Optional<UserView.State>> USER_STATE = Word.choice(
                    "state", "ACTIVE, LOCKED or REVOKED", UserView.State.class, UserView.State::of)
            .optional("every state");
    static final Word<Role> SYSTEM_ROLE = Word.choice(
            "role", "SYSTEM_ADMIN, SRE or SYSTEM_AUDITOR", Role.Level.SYSTEM.roles(), Role.Level.SYSTEM::role);
    static final Word<Set<Role>> SYSTEM_ROLES =
            Word.choices("roles", "SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR", SYSTEM_ROLE, Role.Level.SYSTEM::role);

    static final Word<UUID> NODE = identity("nodeId", "the node's identifier");
    static final Word<Boolean> FORCED = Word.flag("forced", "whether also a node that works");
    static final Word<Optional<String>> ONE_ASSEMBLY =
            Word.text("assembly", "only this assembly").optional("all of them");
    static final Word<UUID> OPERATION_ID = identity("operationId", "the operation's identifier");
    static final Word<Integer> WAIT_SECONDS = Word.count("waitSeconds", "0 to 300");
    static final Word<Integer> OPERATION_LIMIT = LIMIT.saying("entries to return at the most, 1 to 100");

    static final Word<Resource> RESOURCE =
            Word.choice("resource", "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...", Resource.class, Resource::of);
    static final Word<Optional<UUID>> CLUSTER =
            Word.uuid("cluster", "a cluster's identifier").optional("all together");
    static final Word<Optional<String>> QUOTA_COMPONENT =
            Word.text("component", "a component's name").optionalAsSent("all together");
    static final Word<Long> HARD = Word.number("hard", "never more than this");
    static final Word<Optional<Long>> SOFT =
            Word.number("soft", "worth a warning when it is passed").optional("none");
    static final Word<Optional<Long>> BURST =
            Word.number("burst", "what may come at once after a pause").optional("none");
    static final Word<Long> AMOUNT = Word.number("amount", "how much, in the unit of the resource");
    static final Word<UserId> USER = Word.identifier("userId", "the user's identifier", UserId::of);
    static final Word<Optional<UserId>> GRANTEE_USER = USER.optional("for a role");
    static final Word<Role> ROLE = Word.choice(
            "role",
            "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR or TENANT_USER",
            Role.Level.TENANT.roles(),
            Role.Level.TENANT::role);
    static final Word<Optional<Role>> GRANTEE_ROLE =
            ROLE.saying("TENANT_OPERATOR, ...").optional("for a user");
    static final Word<Set<Role>> ROLES = Word.choices(
            "roles", "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR, TENANT_USER", ROLE, Role.Level.TENANT::role);
    static final Word<String> ACTIVE_LOGIN = LOGIN.saying("the login of an active user");

    static final Word<QName> SERVICE = LINKED_SERVICE.saying("{namespace}local, or local alone");
    static final Word<String> VERSION = Word.text("version", "the service's version");
    static final Word<Optional<Content>> WSDL =
            Word.content("wsdl", "the WSDL, at most 1 MiB").optional("none");
    static final Word<String> POLICY = Word.text("policy", "the policy's name");
    static final Word<Content> DOCUMENT = Word.content("document", "the WS-Policy document, at most 1 MiB");
    static final Word<Optional<String>> NAMESPACE =
            Word.text("namespace", "only of this one").optional("every namespace");
    static final Word<Optional<String>> SERVICE_CONTAINS =
            Word.text("nameContains", "any part of the local name").optional("every name");
    static final Word<Optional<Instant>> AT =
            moment("at", "the moment in ISO 8601, UTC").optional("now");
    static final Word<String> ASSEMBLY = Word.text("assembly", "the assembly's name");

    /** The assembly in an address; the archive has to be one of it. */
    static final Word<Optional<String>> ADDRESSED_ASSEMBLY = ASSEMBLY.optional("the one that the archive names");

    static final Word<String> COMPONENT = Word.text("component", "its name");
    static final Word<String> LIBRARY = COMPONENT.named("library");
    /**
     * The zip file of an installer. The refusal of a missing one names the word archive, as that of an assembly does.
     */
    static final Word<Content> INSTALLER =
            Word.of("installer", Kind.BYTES, "the zip file", (sent, word) -> sent.content(word)
                    .orElseThrow(() -> Word.missing("archive")));

    static final Word<Optional<UUID>> NODE_TO_SET =
            Word.uuid("nodeId", "the one node to set").optionalAsSent("all");
    static final Word<List<String>> SETTINGS = Word.texts("settings", "key=value each");
    static final Word<List<String>> UNSET = Word.texts("unset", "keys that are to be as the node's files have them");

    static final Word<String> TENANT_NAME = Word.text("name", "a letter or digit, then 1 to 62 of a-z, 0-9 and '-'");
    static final Word<String> PURGED_NAME = TENANT_NAME.saying("the tenant's name, since this is for good");
    static final Word<String> LEAVING_NAME =
            TENANT_NAME.saying("the tenant's name, since messages are refused from then on");
    static final Word<Optional<String>> DISPLAY_NAME =
            Word.text("displayName", "the name for people").optionalAsSent("the same as the name");
    static final Word<String> ADMINISTRATOR_LOGIN =
            Word.text("administratorLogin", "the login of the tenant's default administrator");
    static final Word<Password> ADMINISTRATOR_PASSWORD =
            PASSWORD.saying("that administrator's password, 12 to 256 characters");
    static final Word<String> CONTACT_NAME =
            Word.text("name", "1 to 100 printable characters without a space at either end");
    static final Word<ContactKind> CONTACT_KIND =
            Word.choice("kind", "TECHNICAL, SECURITY, BUSINESS or BILLING", ContactKind.class, ContactKind::of);
    static final Word<String> CONTACT_ADDRESS = Word.text("address", "an e-mail address or a telephone number");
    static final Word<String> TENANT_OR_NAME = Word.text("tenant", "a tenant's name or identifier");
    static final Word<Optional<String>> NAME_CONTAINS =
            Word.text("nameContains", "any part of the name").optional("every name");
    static final Word<Optional<TenantView.State>> TENANT_STATE = Word.choice(
                    "state", "ACTIVE, SUSPENDED, ...", TenantView.State.class, TenantView.State::of)
            .optional("every state");
    static final Word<Optional<String>> NAME_AFTER =
            Word.text("nameAfter", "the last name of the page before").optional("from the first name on");
    static final Word<Content> ARCHIVE = Word.content("archive", "the assembly's zip file");
    static final Word<Boolean> REWRITTEN = Word.flag("rewritten", "true: as it is used; false: as it arrived");
    static final Word<char[]> CURRENT_PASSWORD =
            Word.of("currentPassword", Kind.SECRET, "the password until now", Word::characters);
    static final Word<Password> NEW_PASSWORD = PASSWORD.named("newPassword");

    static final Word<String> CREDENTIAL_NAME =
            Word.text("name", "a name for people, 1 to 100 printable characters without a space at either end");
    static final Word<Part> SCOPE_PART = Word.choice("part", "TENANTS, USERS, ...", Part.class, Part::of);
    static final Word<Set<Part>> SCOPE_PARTS =
            Word.choicesOrAll("parts", "the parts of administration it is for", SCOPE_PART, Part::of, Part.class);
    static final Word<Boolean> SCOPE_CHANGES = Word.flag("changes", "true: for changes, too; false: for queries alone");
    static final Word<Optional<Integer>> DAYS =
            Word.count("days", "the days until it expires, 1 to 366").optional("90");
    static final Word<Content> CERTIFICATE = Word.text(
            "certificate", "one X.509 certificate in PEM", pem -> Content.of(pem.getBytes(StandardCharsets.UTF_8)));
    static final Word<Content> CERTIFICATE_REQUEST = Word.text(
            "request",
            "a PKCS#10 request in PEM, signed by the certificate's key; its subject is /CN=<the user's identifier>",
            pem -> Content.of(pem.getBytes(StandardCharsets.UTF_8)));
    static final Word<CertificateDigest> CERTIFICATE_DIGEST =
            Word.text("digest", "the SHA-256 of the certificate, 64 hexadecimal digits", CertificateDigest::of);
    static final Word<Optional<UserId>> USER_OR_ALL = USER.optional("every user");
    static final Word<Optional<UserCertificateState>> CERTIFICATE_STATE = Word.choice(
                    "state",
                    "PENDING, VALID, EXPIRING (within 30 days), EXPIRED or REVOKED",
                    UserCertificateState.class,
                    UserCertificateState::of)
            .optional("every state");
    static final Word<AccessCredentialId> CREDENTIAL =
            Word.identifier("credentialId", "the identifier of the token or certificate", AccessCredentialId::of);

    static final Word<String> KEY_NAME =
            Word.text("name", "1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or digit");
    static final Word<KeyPurpose> KEY_PURPOSE =
            Word.choice("purpose", "DECRYPT, SIGN or TLS", KeyPurpose.class, KeyPurpose::of);
    static final Word<KeyAlgorithm> KEY_ALGORITHM = Word.choice(
            "algorithm", "RSA_2048, RSA_3072, RSA_4096, EC_P256 or EC_P384", KeyAlgorithm.class, KeyAlgorithm::of);
    static final Word<String> SUBJECT = Word.text("subject", "a name such as CN=orders, O=Acme");
    static final Word<Optional<String>> REQUEST_SUBJECT = SUBJECT.optional("that of the present certificate");
    static final Word<Optional<Integer>> KEY_DAYS =
            Word.count("days", "the days of validity, 1 to 1100").optional("365");
    /** A text, so that it is beside the password in the body, and neither is in an address. */
    static final Word<Content> PKCS12_FILE =
            Word.text("file", "a file of PKCS#12 in Base64, at most 128 KiB", Words::base64);

    static final Word<Content> PEM_FILE = Word.text(
            "file",
            "a private key and its certificates in PEM, at most 128 KiB",
            pem -> Content.of(pem.getBytes(StandardCharsets.UTF_8)));
    static final Word<Secret> FILE_PASSWORD = Word.foreignSecret("password", "the password of the file");
    static final Word<Optional<Secret>> OPTIONAL_FILE_PASSWORD = Word.foreignSecret(
                    "password", "the password of an encrypted private key")
            .optional("it is not encrypted");
    static final Word<Content> KEY_CERTIFICATES = Word.text(
            "certificates",
            "the certificate of the key and those of its issuers in PEM",
            pem -> Content.of(pem.getBytes(StandardCharsets.UTF_8)));
    static final Word<Instant> FORMER_UNTIL = moment("until", "the moment in ISO 8601, UTC, in the next 1100 days");
    static final Word<String> SECRET_NAME = KEY_NAME.saying(
            "1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or digit; endpoints refer to it");
    static final Word<Content> PARTNER_CERTIFICATE = CERTIFICATE.saying("one X.509 certificate of the partner in PEM");
    static final Word<Content> AUTHORITY_CERTIFICATE =
            CERTIFICATE.saying("one X.509 certificate of the authority in PEM");
    static final Word<Content> CRL =
            Word.content("crl", "a CRL of the authority in PEM or DER, at most 1 MiB and 20,000 entries");
    static final Word<String> ISSUER =
            Word.text("issuer", "the claim iss of tokens and the Issuer of SAML assertions, 1 to 500 characters");
    static final Word<String> AUDIENCE =
            Word.text("audience", "a value that the claim aud of the tokens has, 1 to 500 characters");
    static final Word<TokenAlgorithm> TOKEN_ALGORITHM =
            Word.choice("algorithm", "RS256, ES256, ...", TokenAlgorithm.class, TokenAlgorithm::of);
    static final Word<Set<TokenAlgorithm>> TOKEN_ALGORITHMS =
            Word.choices("algorithms", "the allowed algorithms of signatures", TOKEN_ALGORITHM, TokenAlgorithm::of);
    static final Word<Content> JWK_SET = Word.text(
            "jwkSet",
            "the issuer's public keys as a JWK set in JSON, at most 32 KiB",
            json -> Content.of(json.getBytes(StandardCharsets.UTF_8)));
    static final Word<String> ISSUER_NAME = KEY_NAME.saying("the name of the issuer");
    static final Word<String> TOKEN_SUBJECT = SUBJECT.saying("the claim sub of the tokens, 1 to 255 characters");
    static final Word<SecretKind> SECRET_KIND =
            Word.choice("secretKind", "PASSWORD or BEARER (a token)", SecretKind.class, SecretKind::of);
    static final Word<Optional<String>> SECRET_USER = Word.text(
                    "userName", "the user of a password at the back end, for Basic and UsernameToken")
            .optional("a password without a user, or a token");
    static final Word<String> SECRET_HOST =
            Word.text("host", "the host that alone gets the secret, as the addresses of providers have it");
    static final Word<Integer> SECRET_PORT = Word.count("port", "its port, 1 to 65535");
    static final Word<Secret> SECRET_VALUE = Word.foreignSecret("value", "1 to 4096 characters");

    static final Word<String> BATCH = Word.text("batch", "XML as batch.xsd has it");
    static final Word<Optional<List<String>>> ARCHIVE_NAMES =
            Word.of("archiveNames", Kind.TEXTS, "what the batch calls the archives", Sent::texts);
    static final Word<Optional<List<byte[]>>> ARCHIVES =
            Word.of("archives", Kind.FILES, "their bytes, in the same order", Sent::files);
    static final Word<Boolean> DRY_RUN = Word.flag("dryRun", "whether it is only told what would be done");

    static final Word<Optional<Span>> SPAN = Word.choice(
                    "span", "TEN_MINUTES in steps of 5 s, or a DAY in steps of 10 minutes", Span.class, Span::of)
            .optional("TEN_MINUTES");

    static final Word<String> LOST_RESOURCE = Word.text("resource", "its name");
    static final Word<String> CONFIRMATION = Word.text("confirmation", "its name once more");
    static final Word<String> TRANSACTION = Word.text("transaction", "as Heuristics has it");
    static final Word<String> HEURISTIC_RESOURCE = LOST_RESOURCE.saying("as Heuristics has it");

    private Words() {}

    private static Content base64(String text) {
        try {
            return Content.of(Base64.getMimeDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("file is no Base64", e);
        }
    }

    private static Word<Instant> moment(String name, String sentence) {
        return Word.of(name, Kind.MOMENT, sentence, (sent, word) -> {
            try {
                return Instant.parse(Word.given(sent, word));
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(name + " is a moment such as 2026-11-22T09:14:03Z", e);
            }
        });
    }

    /** A UUID in any form that Java parses. */
    private static Word<UUID> identity(String name, String sentence) {
        return Word.of(name, Kind.IDENTIFIER, sentence, (sent, word) -> {
            String text = Word.given(sent, word);
            try {
                return UUID.fromString(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + " is a UUID, not '" + text + "'", e);
            }
        });
    }
}
