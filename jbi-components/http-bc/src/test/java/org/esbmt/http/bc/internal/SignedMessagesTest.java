package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders of acme prove themselves by a signature. WSS4J makes their messages, and reads the answers. */
class SignedMessagesTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";

    @TempDir
    private static Path folder;

    private static SigningClient alice;
    private static SigningClient stranger;
    /** The keys of acme: its name is that of the certificate. */
    private static SigningClient acmeKeys;

    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void keys() throws Exception {
        alice = new SigningClient(folder, "alice");
        stranger = new SigningClient(folder, "stranger");
        acmeKeys = new SigningClient(folder, "acme");
    }

    @BeforeEach
    void start() throws Exception {
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.authenticator().add(ACME, ALICE, alice.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new KeysOfAcme());
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        client = bus.connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    /** One key of acme for each purpose. */
    private static final class KeysOfAcme implements TenantKeys {
        @Override
        public Optional<KeySet> known(TenantId tenant) {
            return Optional.empty();
        }

        @Override
        public CompletionStage<KeySet> of(TenantId tenant) {
            List<OwnKey> keys = new ArrayList<>();
            try {
                for (KeyPurpose purpose : tenant.equals(ACME) ? KeyPurpose.values() : new KeyPurpose[0]) {
                    keys.add(new OwnKey(
                            purpose.name(),
                            purpose,
                            acmeKeys.key(),
                            List.of(acmeKeys.certificate()),
                            Optional.empty()));
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return CompletableFuture.completedStage(new KeySet(keys, InstantSource.system()));
        }
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), attributes, "");
    }

    private RawClient.Answer send(String message) throws IOException {
        return client.send(Soap.post(path(ACME), message)).answer();
    }

    private void assertRefused(String message, String code) throws IOException {
        RawClient.Answer answer = send(message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("4711");
        assertThat(backEnd.requests()).isEmpty();
    }

    private static String names(TenantId tenant, Object user) {
        return "<t:TenantContext xmlns:t=\"urn:esbmt:tenant-context:1\"><t:tenantID>" + tenant
                + "</t:tenantID><t:userID>" + user + "</t:userID></t:TenantContext>";
    }

    // ---- accepted

    @Test
    void aSignatureNeedsNoPassword() throws Exception {
        deploy("accept=\"signature\"");
        RawClient.Answer answer = send(alice.sign(Soap.envelope("", ORDER)));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).contains("acme-back-end");
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains("4711")
                .doesNotContain("Security", "BinarySecurityToken", "TenantContext"));
    }

    @Test
    void aTenantContextIsRemovedBehindASignature() throws Exception {
        deploy("accept=\"signature\"");
        assertThat(send(alice.sign(Soap.envelope(names(ACME, ALICE), ORDER))).status())
                .isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .doesNotContain("TenantContext", ALICE.toString()));
    }

    @Test
    void theTenantContextNamesTheTenantAtTheSharedUrl() throws Exception {
        deploy("accept=\"signature\"");
        String signed = alice.sign(Soap.envelope(names(ACME, ALICE), ORDER));
        RawClient.Answer answer =
                client.send(Soap.post("/tenant-services/Orders/in", signed)).answer();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void anEncryptedBodyArrivesInTheClear() throws Exception {
        deploy("protect=\"signed-encrypted\"");
        String message = alice.signAndEncrypt(Soap.envelope("", ORDER), acmeKeys.certificate());
        assertThat(message).doesNotContain("4711");
        RawClient.Answer answer = send(message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests())
                .singleElement()
                .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("Encrypted"));
    }

    @Test
    void aPasswordInTheClearBesideASignatureIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        String both = Soap.envelope(Soap.context(ACME, ALICE, "acme-secret"), ORDER);

        RawClient.Answer answer = send(alice.sign(both));
        assertThat(answer.text()).contains("SECURITY_INVALID");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void answersAreSignedForEverybody() throws Exception {
        deploy("accept=\"password signature\" answer=\"signed\"");
        for (String message : List.of(
                alice.sign(Soap.envelope("", ORDER)), Soap.envelope(Soap.context(ACME, ALICE, "acme-secret"), ORDER))) {
            RawClient.Answer answer = send(message);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(alice.opened(answer.text(), acmeKeys.certificate())).contains("acme-back-end");
        }
    }

    @Test
    void answersAreEncryptedForTheSender() throws Exception {
        deploy("answer=\"signed-encrypted\"");
        RawClient.Answer answer = send(alice.sign(Soap.envelope("", ORDER)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).doesNotContain("acme-back-end");
        assertThat(alice.opened(answer.text(), acmeKeys.certificate())).contains("acme-back-end");
    }

    @Test
    void sha1InsideOaepIsForEndpointsThatTolerateIt() throws Exception {
        deploy("protect=\"signed-encrypted\"");
        String message = Soap.envelope("", ORDER);
        assertRefused(alice.signAndEncryptWithSha1(message, acmeKeys.certificate()), "SECURITY_INVALID");
        assertThat(bus.component().notes()).isEmpty();

        bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "protect=\"signed-encrypted\" tolerate=\"oaep-sha1\"", "")
                        .replace("\"in\"", "\"older\"")
                        .replace("\"out\"", "\"older-out\""));
        RawClient.Answer answer = client.send(Soap.post(
                        path(ACME).replace("/in", "/older"),
                        alice.signAndEncryptWithSha1(message, acmeKeys.certificate())))
                .answer();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(bus.component().notes())
                .singleElement()
                .asString()
                .contains("older", "SHA-1 inside of RSA-OAEP")
                .doesNotContain("plain Id");
    }

    @Test
    void aClosedEndpointIsNotNoted() {
        String unit = bus.deployProxy(ACME, backEnd.url(), "tolerate=\"plain-id\"", "");
        assertThat(bus.component().notes()).hasSize(1);
        bus.undeploy(unit);
        assertThat(bus.component().notes()).isEmpty();
    }

    // ---- refused

    @Test
    void anEndpointThatTakesPasswordsAloneTakesNoSignature() throws Exception {
        deploy("");
        assertRefused(alice.sign(Soap.envelope("", ORDER)), "SECURITY_INVALID");
    }

    @Test
    void aStrippedSignatureGainsNothing() throws Exception {
        deploy("accept=\"signature\"");
        assertRefused(Soap.envelope(names(ACME, ALICE), ORDER), "CONTEXT_INVALID");
        assertRefused(Soap.envelope("", ORDER), "CONTEXT_MISSING");
        assertRefused(Soap.envelope(Soap.context(ACME, ALICE, "acme-secret"), ORDER), "SECURITY_INVALID");
    }

    @Test
    void anUnencryptedBodyIsRefused() throws Exception {
        deploy("protect=\"signed-encrypted\"");
        assertRefused(alice.sign(Soap.envelope("", ORDER)), "SECURITY_INVALID");
    }

    @Test
    void anUnknownCertificateIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        assertRefused(stranger.sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
    }

    @Test
    void aChangedBodyIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        assertRefused(alice.sign(Soap.envelope("", ORDER)).replace("4711", "4712"), "NOT_AUTHENTICATED");
    }

    @Test
    void aRepeatedMessageIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        String signed = alice.sign(Soap.envelope("", ORDER));
        assertThat(send(signed).status()).isEqualTo(200);
        assertThat(send(signed).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aCertificateProvesNobodyAtAnotherTenant() throws Exception {
        bus.deployProxy(GLOBEX, backEnd.url(), "accept=\"signature\"", "");
        RawClient.Answer answer = client.send(Soap.post(path(GLOBEX), alice.sign(Soap.envelope("", ORDER))))
                .answer();
        assertThat(answer.text()).contains(">NOT_AUTHENTICATED<");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aTenantContextOfAnotherUserIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        assertRefused(alice.sign(Soap.envelope(names(ACME, BOB), ORDER)), "SECURITY_INVALID");
    }

    @Test
    void anUnsignedTenantContextIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        String signed = alice.sign(Soap.envelope("", ORDER));
        int at = signed.indexOf("<soap:Header>") + "<soap:Header>".length();
        assertRefused(signed.substring(0, at) + names(ACME, ALICE) + signed.substring(at), "SECURITY_INVALID");
    }

    @Test
    void aBodyMovedAsideIsRefused() throws Exception {
        deploy("accept=\"signature\"");
        String signed = alice.sign(Soap.envelope("", ORDER));
        String body = signed.substring(signed.indexOf("<soap:Body"), signed.indexOf("</soap:Body>") + 12);
        String forged = "<soap:Body><o:order xmlns:o=\"urn:orders\"><o:number>0815</o:number></o:order></soap:Body>";
        assertRefused(
                signed.replace(body, forged)
                        .replace(
                                "</soap:Header>",
                                "<x:wrapper xmlns:x=\"urn:x\">" + body + "</x:wrapper></soap:Header>"),
                "NOT_AUTHENTICATED");
    }

    @Test
    void nothingIsAcceptedWithoutClaims() throws Exception {
        deploy("accept=\"signature\"");
        bus.component()
                .setReplayClaims(
                        (tenant, claim, expires) -> CompletableFuture.completedStage(ClaimOutcome.UNAVAILABLE));
        assertRefused(alice.sign(Soap.envelope("", ORDER)), "OVERLOADED");
    }

    @Test
    void aFullShareOfClaimsRefusesItsTenant() throws Exception {
        deploy("accept=\"signature\"");
        ReplayClaims full = (tenant, claim, expires) -> CompletableFuture.completedStage(ClaimOutcome.REFUSED_FULL);
        bus.component().setReplayClaims(full);
        assertRefused(alice.sign(Soap.envelope("", ORDER)), "RATE_LIMITED");
    }

    @Test
    void aTooLargeMessageIsRefused() throws Exception {
        deploy("accept=\"signature\" maxMessageBytes=\"10000000\"");
        String large = "<a>" + "x".repeat(1024 * 1024) + "</a>";
        RawClient.Answer answer = send(alice.sign(Soap.envelope("", large)));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void anEndpointWithSignaturesWaitsForTheirServices() throws Exception {
        try (TestBus starting = new TestBus(TestBus.allowing(backEnd))) {
            starting.authenticator().add(ACME, ALICE, alice.certificate());
            starting.deployProxy(ACME, backEnd.url(), "accept=\"signature\"", "");
            String message = Soap.post(path(ACME), alice.sign(Soap.envelope("", ORDER)));
            try (RawClient early = starting.connect()) {
                assertThat(early.send(message).answer().text()).contains(">OVERLOADED<");
            }
            assertThat(backEnd.requests()).isEmpty();
            starting.component().setMessageSecurity(new WsSecurity());
            starting.component().setTenantKeys(new KeysOfAcme());
            starting.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
            try (RawClient later = starting.connect()) {
                assertThat(later.send(message).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void anAnswerWithoutAKeyDoesNotLeaveInTheClear() throws Exception {
        bus.authenticator().add(GLOBEX, ALICE, stranger.certificate());
        bus.deployProxy(GLOBEX, backEnd.url(), "accept=\"signature\" answer=\"signed\"", "");
        RawClient.Answer answer = client.send(Soap.post(path(GLOBEX), stranger.sign(Soap.envelope("", ORDER))))
                .answer();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains(">INTERNAL<").doesNotContain("back-end");
    }

    @Test
    void aSenderWhoseAnswerCannotBeEncryptedDoesNotReachTheBackEnd(@TempDir Path folder) throws Exception {
        SigningClient curved = new SigningClient(folder, "curved", "EC");
        bus.authenticator().add(ACME, ALICE, curved.certificate());
        deploy("answer=\"signed-encrypted\"");
        assertRefused(curved.sign(Soap.envelope("", ORDER)), "SECURITY_INVALID");
    }

    @Test
    void aSenderWithACurveGetsASignedAnswer(@TempDir Path folder) throws Exception {
        SigningClient curved = new SigningClient(folder, "curved", "EC");
        bus.authenticator().add(ACME, ALICE, curved.certificate());
        deploy("accept=\"signature\" answer=\"signed\"");
        RawClient.Answer answer = send(curved.sign(Soap.envelope("", ORDER)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(alice.opened(answer.text(), acmeKeys.certificate())).contains("acme-back-end");
    }
}
