package org.esbmt.administration.console.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private static final TenantId ACME = TenantId.of("00000000-0000-4000-8000-000000000001");
    private static final UserId ADA = UserId.of("00000000-0000-4000-8000-000000000002");
    private static final String OPEN = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>";
    private static final String CLOSE = "</s:Header><s:Body/></s:Envelope>";

    @ParameterizedTest
    @EnumSource
    void theContextTakesItsPlace(SoapVersion version) {
        Envelope envelope = Envelope.of(version.envelope("<a/>"));

        assertThat(envelope.version()).isEqualTo(version);
        assertThat(envelope.from(ACME, ADA, "a<b&c"))
                .contains("<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"", "<tenantID>" + ACME, "<userID>" + ADA)
                .contains("<password>a&lt;b&amp;c</password>", "<a/>")
                .doesNotContain(Envelope.PLACE);
    }

    @Test
    void anEnvelopeWithoutThePlaceGoesOutWithoutAContext() {
        assertThat(Envelope.of(OPEN + CLOSE).from(ACME, ADA, "secret")).isEqualTo(OPEN + CLOSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'/>",
                "<c:TenantContext xmlns:c='urn:esbmt:tenant-context:1'/>",
                "<c:TenantContext xmlns:c='urn&#58;esbmt:tenant-context:1'/>",
                "<c:tenantContext xmlns:c='URN:ESBMT:TENANT-CONTEXT:2'/>"
            })
    void aContextOfTheAdministratorsOwnIsRefused(String context) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Envelope.of(OPEN + context + CLOSE))
                .withMessageContaining("line 1 has a TenantContext");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no XML",
                "<a/>",
                "<Envelope/>",
                OPEN,
                OPEN + "&unknown;" + CLOSE,
                OPEN + Envelope.PLACE + Envelope.PLACE + CLOSE,
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + OPEN + CLOSE
            })
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Envelope.of(text));
    }

    @Test
    void aPasswordThatXmlDoesNotPermitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Envelope.of(OPEN + Envelope.PLACE + CLOSE).from(ACME, ADA, "\u0001"));
    }
}
