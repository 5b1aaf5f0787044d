package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * Values of the words of the catalogue that identify an object of the other tenant of {@link TwoTenants}, and values of objects that do
 * not exist.
 */
public final class ForeignValues {
    /** Words whose values identify no object. */
    private static final Set<String> VALUES = Set.of(
            "address",
            "administratorLogin",
            "algorithm",
            "algorithms",
            "amount",
            "archive",
            "archiveNames",
            "archives",
            "at",
            "audience",
            "burst",
            "certificate",
            "certificates",
            "crl",
            "changes",
            "confirmation",
            "currentPassword",
            "days",
            "displayName",
            "document",
            "dryRun",
            "file",
            "forced",
            "from",
            "hard",
            "host",
            "issuer",
            "jwkSet",
            "head",
            "installer",
            "kind",
            "limit",
            "loginContains",
            "nameAfter",
            "nameContains",
            "namespace",
            "newPassword",
            "offset",
            "parts",
            "password",
            "port",
            "request",
            "purpose",
            "revision",
            "rewritten",
            "role",
            "roles",
            "settings",
            "secretKind",
            "soft",
            "span",
            "state",
            "subject",
            "unset",
            "until",
            "userName",
            "value",
            "waitSeconds",
            "wsdl");

    /** Words of objects of the installation; the role table decides about them. */
    private static final Set<String> OF_THE_INSTALLATION =
            Set.of("cluster", "component", "endpoint", "library", "nodeId", "resource", "transaction", "version");

    /** Words that the role matrix tries, the text of a batch, and identifiers of requests: a taken one is a conflict. */
    private static final Set<String> ELSEWHERE = Set.of("batch", "operation", "tenant", "tenantId");

    private static final Set<String> IDENTIFIERS =
            Set.of("assembly", "credentialId", "digest", "login", "name", "operationId", "policy", "service", "userId");

    private final Map<String, Pair> pairs;

    /** The value of an object of the other tenant, and of one that does not exist. */
    public record Pair(String foreign, String unknown) {}

    /** Adds to the other tenant an object of each kind with a name that the callers' tenant does not have. */
    public ForeignValues(TestBus bus, TwoTenants tenants) throws Exception {
        Administrator boss = new Administrator("globex/boss", "test");
        ServiceId hidden = new ServiceId(new QName("urn:veiled", "Veiled"), "1");
        bus.execute(
                boss,
                new AddUser(
                        tenants.globex, "mallory", TestBus.password(TwoTenants.PASSWORD), Set.of(Role.TENANT_USER)));
        bus.execute(boss, new SetContact(tenants.globex, "Gert", ContactKind.TECHNICAL, "110"));
        bus.execute(boss, new DeployAssembly(tenants.globex, Optional.empty(), Content.of("hidden".getBytes(UTF_8))));
        bus.execute(boss, new RegisterService(tenants.globex, hidden, Optional.empty()));
        bus.execute(boss, new AttachPolicy(tenants.globex, hidden, "sealed", Content.of(TwoTenants.policy())));
        bus.execute(
                boss,
                new GenerateKey(
                        tenants.globex,
                        "Gert",
                        KeyPurpose.SIGN,
                        KeyAlgorithm.EC_P256,
                        "CN=globex",
                        OptionalInt.empty()));
        try (Secret secret = new Secret("theirs".toCharArray())) {
            bus.execute(
                    boss,
                    new SetSecret(
                            tenants.globex,
                            "Gert",
                            new SecretUse(
                                    SecretKind.PASSWORD, Optional.empty(), new Destination("globex.example.com", 443)),
                            secret));
        }
        bus.execute(
                boss,
                new RegisterPartner(tenants.globex, "Gert", Content.of(FixedKeyMaterial.CERTIFICATE.getBytes(UTF_8))));
        bus.execute(
                boss,
                new AddAuthority(tenants.globex, "Gert", Content.of(FixedKeyMaterial.CERTIFICATE.getBytes(UTF_8))));
        bus.execute(
                boss,
                new UploadCrl(tenants.globex, "Gert", Content.of(FixedKeyMaterial.revocations(1, Instant.now()))));
        bus.execute(
                boss,
                new AddIssuer(
                        tenants.globex,
                        "Gert",
                        "https://login.globex.example",
                        "globex",
                        Set.of(TokenAlgorithm.RS256),
                        Content.of("{}".getBytes(UTF_8))));
        bus.execute(boss, new AddUserSubject(tenants.globex, tenants.stranger, "Gert", "CN=orders"));
        String token = bus.execute(boss, new CreateToken("hidden", Scope.FULL, OptionalInt.empty()))
                .view()
                .id()
                .toString();
        CertificateDigest certificate =
                tenants.registerCertificate(tenants.globex, tenants.stranger, TwoTenants.newCertificate());
        pairs = Map.of(
                "digest",
                        new Pair(
                                certificate.toString(),
                                CertificateDigest.of(new byte[0]).toString()),
                "credentialId", new Pair(token, TwoTenants.NOTHING.toString()),
                "userId", new Pair(tenants.stranger.toString(), TwoTenants.NOBODY.toString()),
                "operationId", new Pair(tenants.foreignOperation.toString(), TwoTenants.NOTHING.toString()),
                "login", new Pair("mallory", "nobodys"),
                "name", new Pair("Gert", "Nemo"),
                "assembly", new Pair("hidden", "absent"),
                "service", new Pair("{urn:veiled}Veiled", "{urn:void}Void"),
                "policy", new Pair("sealed", "opened"));
    }

    /**
     * Tells whether a word identifies an object of a tenant.
     *
     * @throws AssertionError if a new word has no place here
     */
    public static boolean areOf(String word) {
        if (IDENTIFIERS.contains(word)) {
            return true;
        }
        if (VALUES.contains(word) || OF_THE_INSTALLATION.contains(word) || ELSEWHERE.contains(word)) {
            return false;
        }
        throw new AssertionError("it is not known whether " + word + " identifies an object of a tenant");
    }

    /** The values of a word that identifies an object of a tenant. */
    public Pair of(String word) {
        return requireNonNull(pairs.get(word), word);
    }

    /** A text without the values by which the two requests differ. */
    public String neutral(String text) {
        String neutral = text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b[0-9a-f]{64}\\b", "ID");
        for (Pair pair : pairs.values()) {
            neutral = neutral.replace(pair.foreign(), "VALUE").replace(pair.unknown(), "VALUE");
        }
        return neutral;
    }
}
