package org.esbmt.tenancy.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Set;
import java.util.UUID;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenancyTest {
    private static final String TEXT = "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11";
    private static final TenantId ACME = TenantId.of(TEXT);
    private static final TenantId GLOBEX = TenantId.of("7f0c2c0e-97c6-4a37-8a70-5a1c9d1be0a2");
    private static final UserId USER = UserId.of("55555555-5555-4555-8555-555555555555");

    @Test
    void idsAreReadInTheirCanonicalFormAndWrittenBack() {
        assertThat(ACME.value()).isEqualTo(UUID.fromString(TEXT));
        assertThat(ACME).hasToString(TEXT);
        assertThat(USER).isEqualTo(UserId.of(USER.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "0B5E1F2A-6A53-4F0E-9C44-0D7A5F2F3A11",
                " 0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a1",
                "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11 ",
                "0b5e1f2a-6a53-4f0e-9c440-d7a5f2f3a11",
                "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a1g",
                "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a1\u0661"
            })
    void noOtherTextIsAnId(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TenantId.of(text));
        assertThatIllegalArgumentException().isThrownBy(() -> UserId.of(text));
    }

    @Test
    void subjectOfACallerNamesItsTenantAndCannotBeChanged() {
        AuthenticatedCaller caller = new AuthenticatedCaller(new TenantPrincipal(ACME, USER));

        assertThat(TenantPrincipal.of(caller.subject())).contains(caller.principal());
        assertThat(caller.subject().isReadOnly()).isTrue();
        assertThat(caller.tenantText()).isEqualTo(TEXT);
    }

    @Test
    void subjectWithoutOrWithTwoTenantsNamesNone() {
        Principal other = () -> "somebody";
        Subject two = new Subject(
                true,
                Set.of(new TenantPrincipal(ACME, USER), new TenantPrincipal(GLOBEX, USER), other),
                Set.of(),
                Set.of());

        assertThat(TenantPrincipal.of(null)).isEmpty();
        assertThat(TenantPrincipal.of(new Subject(true, Set.of(other), Set.of(), Set.of())))
                .isEmpty();
        assertThat(TenantPrincipal.of(two)).isEmpty();
    }

    @Test
    void credentialNeverShowsItsPassword() {
        byte[] password = "correct horse".getBytes(StandardCharsets.UTF_8);

        assertThat(new TenantCredential(ACME, USER, password).toString()).doesNotContain("correct");
    }

    @Test
    void certificateDigestIsTheSha256OfItsBytes() {
        CertificateDigest digest = CertificateDigest.of("abc".getBytes(StandardCharsets.US_ASCII));

        assertThat(digest).hasToString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(CertificateDigest.ofSha256(digest.sha256()))
                .isEqualTo(digest)
                .hasSameHashCodeAs(digest);
        assertThat(CertificateDigest.of(new byte[0])).isNotEqualTo(digest);
        assertThatIllegalArgumentException().isThrownBy(() -> CertificateDigest.ofSha256(new byte[31]));
        assertThatIllegalArgumentException().isThrownBy(() -> CertificateDigest.ofSha256(new byte[33]));
    }

    @Test
    void scopedNamesFollowTheHistoricalGrammar() {
        TenantNames names = new TenantNames(TenantNames.DEFAULT_PREFIX);
        QName orders = new QName("urn:orders", "Orders");

        assertThat(names.scoped(ACME, orders)).isEqualTo(new QName("jbimulti2:tenant-endpoints/" + ACME, "Orders"));
        assertThat(names.scoped(ACME, USER, orders))
                .isEqualTo(new QName("jbimulti2:tenant-endpoints/" + ACME + "-" + USER, "Orders"));
        assertThat(names.tenantOf(names.scoped(ACME, orders))).contains(ACME);
        assertThat(names.tenantOf(names.scoped(ACME, USER, orders))).contains(ACME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "urn:orders",
                "jbimulti2:tenant-endpoints/",
                "jbimulti2:tenant-endpoints/0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11x",
                "jbimulti2:tenant-endpoints/not-a-uuid-but-thirty-six-characters",
                "x-jbimulti2:tenant-endpoints/0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11"
            })
    void otherNamesAreNobodys(String namespace) {
        assertThat(new TenantNames(TenantNames.DEFAULT_PREFIX).tenantOf(new QName(namespace, "Orders")))
                .isEmpty();
    }

    @Test
    void prefixMustEndWhereTheTenantBegins() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TenantNames("tenants"));
    }
}
