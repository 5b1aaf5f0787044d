package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.math.BigInteger;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.UserCertificateAdministration.Filter;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCertificateCommand.RevokeUserCertificate;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.Der;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of senders over the manager: rules, proofs, owners, and attacks. */
class UserCertificatesTest {
    private static final String SECRET = "acme's long password";
    private static final PageRequest FIRST = PageRequest.first(50);
    private static final Administrator OTHER_BOSS = new Administrator("globex/boss", "test");

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private TenantId globex;
    private UserId clerk;
    private UserId stranger;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = created("acme");
        globex = created("globex");
        clerk = added(boss(), acme);
        stranger = added(OTHER_BOSS, globex);
    }

    private TenantId created(String name) throws Exception {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password(SECRET)))
                .tenant()
                .id();
    }

    private UserId added(Administrator by, TenantId tenant) throws Exception {
        return bus.execute(by, new AddUser(tenant, "clerk", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
    }

    private static Content pem(String text) {
        return Content.of(text.getBytes(UTF_8));
    }

    private RegisterUserCertificate of(TestCertificate certificate) throws Exception {
        return of(acme, clerk, certificate);
    }

    private static RegisterUserCertificate of(TenantId tenant, UserId user, TestCertificate certificate)
            throws Exception {
        return new RegisterUserCertificate(
                tenant, user, "mill", pem(certificate.pem()), pem(certificate.request(user.toString())));
    }

    private static void refused(Reason reason, String sentence, ThrowingCallable request) {
        assertThatExceptionOfType(AdministrationException.class)
                .isThrownBy(request)
                .withMessageContaining(sentence)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private List<UserCertificateView> listed(Optional<UserCertificateState> state) throws Exception {
        return bus.userCertificates
                .list(boss(), acme, new Filter(Optional.empty(), Optional.empty(), state), FIRST)
                .entries();
    }

    @Test
    void aCertificateIsRegisteredListedAndRevoked() throws Exception {
        TestCertificate mill = TestCertificate.make();

        UserCertificateView view = bus.execute(boss(), of(mill));

        assertThat(view.digest()).hasToString(sha256(mill));
        assertThat(view.user()).isEqualTo(clerk);
        assertThat(view.login()).isEqualTo("clerk");
        assertThat(view.subject()).isEqualTo("CN=sender");
        assertThat(view.key()).isEqualTo("EC P-256");
        assertThat(view.state()).isEqualTo(UserCertificateState.VALID);
        assertThat(view.notAfter()).isEqualTo(mill.certificate().getNotAfter().toInstant());
        assertThat(listed(Optional.empty())).containsExactly(view);
        assertThat(bus.registry.find(acme, view.digest())).isPresent();

        bus.execute(boss(), new RevokeUserCertificate(acme, view.digest()));

        assertThat(bus.registry.find(acme, view.digest())).isEmpty();
        assertThat(listed(Optional.of(UserCertificateState.REVOKED)))
                .extracting(UserCertificateView::digest)
                .containsExactly(view.digest());
        refused(
                Reason.NOT_FOUND,
                "there is no such certificate",
                () -> bus.execute(boss(), new RevokeUserCertificate(acme, view.digest())));
        refused(Reason.CONFLICT, "registered already, or was revoked", () -> bus.execute(boss(), of(mill)));
    }

    private static String sha256(TestCertificate certificate) {
        return CertificateDigest.of(certificate.der()).toString();
    }

    @Test
    void theAuditHasTheCertificateAndItsOwner() throws Exception {
        UserCertificateView view = bus.execute(boss(), of(TestCertificate.make()));
        bus.execute(boss(), new RevokeUserCertificate(acme, view.digest()));

        String trail = bus.audit.read(acme, 1, 1_000).toString();
        assertThat(trail)
                .contains("registerUserCertificate")
                .contains("revokeUserCertificate")
                .contains(view.digest().toString())
                .contains(clerk.toString());
    }

    @Test
    void everyAcceptedKindOfKeyIsRegistered() throws Exception {
        for (TestCertificate one : List.of(
                TestCertificate.Content.of(rsa(2048, 65_537), "SHA256withRSA").make(),
                TestCertificate.Content.of(rsa(4096, 65_537), "SHA512withRSA").make(),
                TestCertificate.Content.of(TestCertificate.ec("secp384r1"), "SHA384withECDSA")
                        .make(),
                TestCertificate.Content.of(ed25519(), "Ed25519").usage(0x80).make(),
                TestCertificate.Content.of(ed25519(), "Ed25519")
                        .usage(0x84)
                        .authority(true)
                        .make(),
                TestCertificate.Content.of(ed25519(), "Ed25519")
                        .authority(false)
                        .make())) {
            assertThat(bus.execute(boss(), of(one)).state()).isEqualTo(UserCertificateState.VALID);
        }
        assertThat(listed(Optional.empty()).stream().map(UserCertificateView::key))
                .containsExactlyInAnyOrder("RSA 2048", "RSA 4096", "EC P-384", "Ed25519", "Ed25519", "Ed25519");
    }

    private static KeyPair rsa(int bits, long exponent) throws Exception {
        return TestCertificate.key("RSA", new RSAKeyGenParameterSpec(bits, BigInteger.valueOf(exponent)));
    }

    private static KeyPair ed25519() throws Exception {
        return TestCertificate.key("Ed25519", NamedParameterSpec.ED25519);
    }

    @Test
    void aWeakKeyASignatureOrAUseThatSendersMayNotHaveIsRefused() throws Exception {
        KeyPair good = rsa(2048, 65_537);
        Instant now = bus.now.get();
        invalid("2048 to 4096 bits", TestCertificate.Content.of(rsa(1024, 65_537), "SHA256withRSA"));
        invalid("2048 to 4096 bits", TestCertificate.Content.of(rsa(4104, 65_537), "SHA256withRSA"));
        invalid("exponent 65537", TestCertificate.Content.of(rsa(2048, 3), "SHA256withRSA"));
        invalid("is signed by", TestCertificate.Content.of(good, "SHA1withRSA"));
        invalid("is signed by", TestCertificate.Content.of(good, "MD5withRSA"));
        invalid("is signed by", TestCertificate.Content.of(TestCertificate.ec("secp256r1"), "SHA1withECDSA"));
        invalid("P-256 or P-384", TestCertificate.Content.of(TestCertificate.ec("secp521r1"), "SHA512withECDSA"));
        invalid(
                "digitalSignature",
                TestCertificate.Content.of(good, "SHA256withRSA").usage(0x20));
        invalid(
                "digitalSignature",
                TestCertificate.Content.of(good, "SHA256withRSA").usage(0x04));
        invalid("CA:TRUE", TestCertificate.Content.of(good, "SHA256withRSA").authority(true));
        invalid(
                "ended at",
                TestCertificate.Content.of(good, "SHA256withRSA")
                        .validity(now.minus(Duration.ofDays(9)), now.minusSeconds(2)));
        assertThat(listed(Optional.empty())).isEmpty();
    }

    private void invalid(String sentence, TestCertificate.Content content) throws Exception {
        TestCertificate made = content.make();
        RegisterUserCertificate command = new RegisterUserCertificate(
                acme,
                clerk,
                "mill",
                pem(made.pem()),
                Content.of(made.requestDer(
                        clerk.toString(),
                        made.key().getPublic().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA")));
        refused(Reason.INVALID, sentence, () -> bus.execute(boss(), command));
    }

    @Test
    void garbageAndLargeContentsAreRefused() throws Exception {
        TestCertificate mill = TestCertificate.make();
        String request = mill.request(clerk.toString());
        for (String certificate : List.of(
                "",
                "certificate",
                mill.pem().replace("MII", "AAA"),
                mill.pem().substring(0, mill.pem().length() / 2),
                mill.pem() + TestCertificate.make().pem(),
                request,
                mill.pem() + " ".repeat(1 << 20),
                TestCertificate.pem("CERTIFICATE", new byte[1 << 20]))) {
            refused(
                    Reason.INVALID,
                    "certificate",
                    () -> bus.execute(
                            boss(), new RegisterUserCertificate(acme, clerk, "mill", pem(certificate), pem(request))));
        }
        assertThat(listed(Optional.empty())).isEmpty();
    }

    @Test
    void aCertificateWithoutProofOfItsKeyIsRefused() throws Exception {
        TestCertificate victims = TestCertificate.make();
        TestCertificate attackers = TestCertificate.make();
        byte[] good = victims.requestDer(clerk.toString(), "SHA256withECDSA");
        byte[] altered = good.clone();
        altered[altered.length - 1] ^= 1;

        for (Content proof : List.of(
                pem(""),
                pem("request"),
                pem(victims.pem()),
                pem(TestCertificate.pem("CERTIFICATE REQUEST", new byte[1 << 20])),
                Content.of(Arrays.copyOf(good, good.length - 1)),
                Content.of(Arrays.copyOf(good, good.length + 1)),
                Content.of(altered),
                pem(attackers.request(clerk.toString())),
                Content.of(withKeyOf(victims, attackers)),
                pem(victims.request("somebody")),
                pem(victims.request(stranger.toString())),
                pem(victims.request(clerk + ",CN=" + clerk)),
                pem(victims.request(clerk.toString().toUpperCase(Locale.ROOT))))) {
            refused(
                    Reason.INVALID,
                    "request",
                    () -> bus.execute(
                            boss(), new RegisterUserCertificate(acme, clerk, "mill", pem(victims.pem()), proof)));
        }
        assertThat(listed(Optional.empty())).isEmpty();
        bus.execute(boss(), new RegisterUserCertificate(acme, clerk, "mill", pem(victims.pem()), Content.of(good)));
    }

    /** A request with the victim's public key that the attacker signed. */
    private byte[] withKeyOf(TestCertificate victim, TestCertificate attacker) throws Exception {
        KeyPair mixed = new KeyPair(victim.key().getPublic(), attacker.key().getPrivate());
        return new TestCertificate(mixed, victim.certificate()).requestDer(clerk.toString(), "SHA256withECDSA");
    }

    @Test
    void aRequestWithAWeakSignatureProvesNothing() throws Exception {
        TestCertificate mill =
                TestCertificate.Content.of(rsa(2048, 65_537), "SHA256withRSA").make();
        for (String weak : List.of("SHA1withRSA", "MD5withRSA")) {
            Content proof = Content.of(mill.requestDer(clerk.toString(), weak));
            refused(
                    Reason.INVALID,
                    "the request is signed by",
                    () -> bus.execute(
                            boss(), new RegisterUserCertificate(acme, clerk, "mill", pem(mill.pem()), proof)));
        }
    }

    @Test
    void aCertificateOfAnotherTenantHasTheAnswerOfATakenOne() throws Exception {
        TestCertificate theirs = TestCertificate.make();
        bus.execute(OTHER_BOSS, of(globex, stranger, theirs));
        TestCertificate own = TestCertificate.make();
        bus.execute(boss(), of(own));

        String ofTheirs = refusal(of(theirs));
        String ofOwn = refusal(of(own));

        assertThat(ofTheirs).isEqualTo(ofOwn).doesNotContain("globex", globex.toString(), stranger.toString());
        assertThat(listed(Optional.empty())).hasSize(1);
        refused(
                Reason.NOT_FOUND,
                "there is no such certificate",
                () -> bus.execute(boss(), new RevokeUserCertificate(acme, CertificateDigest.of(theirs.der()))));
    }

    private String refusal(RegisterUserCertificate command) {
        try {
            bus.execute(boss(), command);
            return "none";
        } catch (AdministrationException e) {
            assertThat(e.reason()).isEqualTo(Reason.CONFLICT);
            return e.getMessage();
        }
    }

    @Test
    void anotherTenantsUserGetsNoCertificate() throws Exception {
        refused(Reason.NOT_FOUND, "has no user", () -> bus.execute(boss(), of(acme, stranger, TestCertificate.make())));
        refused(Reason.FORBIDDEN, "", () -> bus.execute(boss(), of(globex, stranger, TestCertificate.make())));
    }

    @Test
    void aUserHasTwentyOpenOnes() throws Exception {
        for (int i = 0; i < UserCertificates.MOST; i++) {
            bus.execute(boss(), of(TestCertificate.make()));
        }
        refused(Reason.CONFLICT, "has 20 open certificates", () -> bus.execute(boss(), of(TestCertificate.make())));
        assertThat(bus.userCertificates
                        .list(boss(), acme, Filter.ALL, new PageRequest(15, 10))
                        .entries())
                .hasSize(5);
    }

    @Test
    void theListWarnsOfThoseThatEndSoon() throws Exception {
        Instant now = bus.now.get();
        KeyPair key = TestCertificate.ec("secp256r1");
        TestCertificate.Content content = TestCertificate.Content.of(key, "SHA256withECDSA");
        TestCertificate soon = content.validity(now.minusSeconds(60), now.plus(Duration.ofDays(29)))
                .make();
        TestCertificate next = content.validity(now.plus(Duration.ofDays(10)), now.plus(Duration.ofDays(300)))
                .make();
        bus.execute(boss(), of(soon));
        bus.execute(boss(), of(next));
        bus.execute(boss(), of(TestCertificate.make()));

        assertThat(listed(Optional.of(UserCertificateState.EXPIRING)).stream()
                        .map(c -> c.digest().toString()))
                .containsExactly(sha256(soon));
        assertThat(listed(Optional.of(UserCertificateState.PENDING)).stream()
                        .map(c -> c.digest().toString()))
                .containsExactly(sha256(next));
        bus.now.set(now.plus(Duration.ofDays(30)));
        assertThat(listed(Optional.of(UserCertificateState.EXPIRED)).stream()
                        .map(c -> c.digest().toString()))
                .containsExactly(sha256(soon));
        assertThat(listed(Optional.of(UserCertificateState.VALID))).hasSize(2);
    }

    @Test
    void aRemovedUserLosesTheCertificatesAndGetsNone() throws Exception {
        UserCertificateView view = bus.execute(boss(), of(TestCertificate.make()));

        bus.execute(boss(), new RemoveUser(acme, clerk));

        assertThat(bus.registry.find(acme, view.digest())).isEmpty();
        assertThat(listed(Optional.of(UserCertificateState.REVOKED))).hasSize(1);
        refused(Reason.CONFLICT, "was removed for good", () -> bus.execute(boss(), of(TestCertificate.make())));
    }

    @Test
    void aPurgedTenantLeavesNone() throws Exception {
        TestCertificate mill = TestCertificate.make();
        bus.execute(boss(), of(mill));

        bus.execute(admin(), new DrainTenant(acme));
        bus.execute(admin(), new PurgeTenant(TenantRef.of(acme), Optional.of("acme")));

        assertThat(bus.registry.certificates().removeAll(acme)).isZero();
        bus.execute(OTHER_BOSS, of(globex, stranger, mill));
    }

    @Test
    void aRepetitionHasTheFirstOutcome() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        RegisterUserCertificate command = of(TestCertificate.make());
        assertThat(bus.execute(asking, command)).isEqualTo(bus.execute(asking, command));
        assertThat(listed(Optional.empty())).hasSize(1);
    }

    @Test
    void theInstallationsAdministratorRegistersAndRevokes() throws Exception {
        UserCertificateView view = bus.execute(admin(), of(TestCertificate.make()));
        bus.execute(admin(), new RevokeUserCertificate(acme, view.digest()));
        assertThat(bus.audit.read(acme, 1, 1_000).toString()).contains("registerUserCertificate");
    }

    @Test
    void aTokenRegistersWithTheFullScopeAlone() throws Exception {
        Administrator narrow = with(new Scope(true, EnumSet.of(Part.USERS)));
        refused(Reason.FORBIDDEN, "", () -> bus.execute(narrow, of(TestCertificate.make())));
        UserCertificateView view = bus.execute(with(Scope.FULL), of(TestCertificate.make()));
        bus.execute(narrow, new RevokeUserCertificate(acme, view.digest()));
    }

    private Administrator with(Scope scope) throws Exception {
        IssuedToken issued = bus.execute(boss(), new CreateToken("deploy", scope, OptionalInt.empty()));
        return bus.accessCredentialLogin
                .byToken(
                        new Origin("rest", "192.0.2.1"),
                        issued.token().orElseThrow().toCharArray())
                .orElseThrow()
                .administrator("rest");
    }

    @Test
    void aSubjectOfControlCharactersIsShownWithoutThem() throws Exception {
        TestCertificate.Content content =
                TestCertificate.Content.of(TestCertificate.ec("secp256r1"), "SHA256withECDSA");
        TestCertificate hostile = new TestCertificate.Content(
                        content.key(),
                        "\u001b[2J\r\nfaked\u202e" + "x".repeat(1_000),
                        content.signature(),
                        content.notBefore(),
                        content.notAfter(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .make();

        String subject = bus.execute(boss(), of(hostile)).subject();

        assertThat(subject).hasSizeLessThanOrEqualTo(200).doesNotContain("\u001b", "\r", "\n", "\u202e");
    }

    @Test
    void aSignatureOfNothingIsNoRequest() {
        byte[] empty = Der.sequence(Der.sequence(), Der.sequence(), Der.bitString(new byte[0]));
        refused(
                Reason.INVALID,
                "not one request of PKCS#10",
                () -> bus.execute(
                        boss(),
                        new RegisterUserCertificate(
                                acme, clerk, "mill", pem(TestCertificate.make().pem()), Content.of(empty))));
    }
}
