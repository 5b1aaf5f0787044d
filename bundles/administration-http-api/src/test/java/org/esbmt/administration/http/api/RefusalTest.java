package org.esbmt.administration.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.esbmt.http.api.Response;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void aRequestWithoutACredentialIsChallenged() {
        Response answer = Refusal.NOT_AUTHENTICATED.answer("rest").empty();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.fields().entrySet())
                .contains(
                        Map.entry("WWW-Authenticate", "Basic realm=\"ESB-MT rest\", charset=\"UTF-8\""),
                        Map.entry("WWW-Authenticate", "Bearer realm=\"ESB-MT rest\""),
                        Map.entry("Cache-Control", "no-store"));
    }

    @Test
    void aWrongTokenIsNamedInItsChallenge() {
        Response answer = Refusal.WRONG_TOKEN.answer("rest").empty();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.fields().entrySet())
                .contains(
                        Map.entry("WWW-Authenticate", "Basic realm=\"ESB-MT rest\", charset=\"UTF-8\""),
                        Map.entry("WWW-Authenticate", "Bearer realm=\"ESB-MT rest\", error=\"invalid_token\""));
    }

    @Test
    void aBusyPortSaysWhenToComeAgain() {
        assertThat(Refusal.BUSY.answer("rest").empty().fields()).containsEntry("Retry-After", "1");
        assertThat(Refusal.UNAVAILABLE.answer("rest").empty().fields()).containsEntry("Retry-After", "1");
        assertThat(Refusal.FORGED.answer("console").empty().fields()).doesNotContainKey("Retry-After");
    }

    @Test
    void onlyAssetsAreKeptByCaches() {
        assertThat(Answers.of(200).empty().fields()).containsEntry("Cache-Control", "no-store");
        assertThat(Answers.asset().empty().fields().get("Cache-Control")).contains("immutable");
    }
}
