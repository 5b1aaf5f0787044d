package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 23 and 25: times, and replays with changes of what is not signed. */
class TimestampAttacksTest {
    private final Receiver receiver = new Receiver();

    /** A receiver whose clock stands so long after the message's creation, however slow the machine is. */
    private static Receiver after(String message, Duration duration) {
        Instant created = Instant.parse(Xml.text(message, "wsu:Created"));
        return new Receiver(Clock.fixed(created.plus(duration), ZoneOffset.UTC));
    }

    @Test
    void attack23NoTimestampOrAnUnsignedOne() throws Exception {
        String message = Wss4jSender.signed().sign("TenantContext", "Body").text();
        receiver.refuses(message, "Timestamp is not signed");
        receiver.refuses(message.replace(Xml.element(message, "wsu:Timestamp"), ""), "no Timestamp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00",
                "2026-01-01T00:00:00+00:00",
                "2026-01-01T00:00:00-01:00",
                "2026-06-30T23:59:60Z",
                "2026-01-01T24:00:00Z",
                "2026-02-29T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-01T00:00:00.Z",
                "2026-01-01T00:00:00.1234567891Z",
                "2026-01-01T00:00Z",
                "2026-01-01 00:00:00Z",
                "2026-01-01T00:00:00z",
                "+2026-01-01T00:00:00Z",
                "-2026-01-01T00:00:00Z",
                "12026-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "1999-12-31T23:59:59Z",
                " 2026-01-01T00:00:00Z",
                "2026-01-01T00:00:00Z ",
                "",
                "now",
                "2026-01-01T00:00:00.\u0661Z",
                "2026-01-01T00:00:00&#90;",
                "2026-01-01T00:60:00Z"
            })
    void attack23FormsOfTimes(String time) throws Exception {
        String message = Wss4jSender.signed().text();
        for (String element : new String[] {"wsu:Created", "wsu:Expires"}) {
            String changed = message.replaceFirst("<" + element + ">[^<]*", "<" + element + ">" + time);
            String refused = receiver.refusal(changed).getMessage();
            assertThat(refused).as(time).containsAnyOf("time", "value", "Timestamp expires");
            assertThat(receiver.refusal(changed).reason()).isIn(Reason.INVALID, Reason.LIMIT);
        }
    }

    @Test
    void attack23ReversedAndEndless() throws Exception {
        String message = Wss4jSender.signed().text();
        String created = Xml.element(message, "wsu:Created");
        String expires = Xml.element(message, "wsu:Expires");
        receiver.refuses(message.replace(expires, ""), "missing");
        receiver.refuses(message.replace(created, ""), "not accepted");
        receiver.refuses(message.replace(created + expires, expires + created), "not accepted");
        receiver.refuses(message.replace(expires, created.replace("Created", "Expires")), "before it is created");
        receiver.refuses(message.replace(expires, expires + expires), "too many");
        receiver.refuses(message.replace(created, created + created), "not accepted");
    }

    @Test
    void attack23ExpiryIsToldBehindAGoodSignatureAlone() throws Exception {
        String message = Wss4jSender.encrypted().text();
        Receiver late = after(message, Duration.ofSeconds(361));
        assertThat(late.refusal(message).reason()).isEqualTo(Reason.EXPIRED);
        late.refuses(message.replaceFirst("(<ds:SignatureValue>)....", "$1AAAA"));
        String created = Xml.text(message, "wsu:Created");
        String another = created.replaceFirst("\\.\\d\\d\\d", created.contains(".000") ? ".001" : ".000");
        assertThat(another).isNotEqualTo(created);
        late.refuses(message.replace(created, another));
        assertThat(after(message, Duration.ofSeconds(-62)).refusal(message).reason())
                .isEqualTo(Reason.EXPIRED);
    }

    @Test
    void lifetimeIsCutAndSkewIsAllowed() throws Exception {
        String message = Wss4jSender.signed().seconds(86_400).text();
        after(message, Duration.ofSeconds(355)).open(message);
        assertThat(after(message, Duration.ofSeconds(361)).refusal(message).reason())
                .isEqualTo(Reason.EXPIRED);
        after(message, Duration.ofSeconds(-55)).open(message);
        String brief = Wss4jSender.signed().seconds(10).text();
        after(brief, Duration.ofSeconds(65)).open(brief);
        assertThat(after(brief, Duration.ofSeconds(71)).refusal(brief).reason()).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void attack25ReplayWithUnsignedBytesChangedHasTheSameClaim() throws Exception {
        String message = Wss4jSender.encrypted().text();
        OpenedMessage first = receiver.open(message);
        Forger forger = new Forger();
        String body = Xml.text(new String(first.message(), UTF_8), "soap:Body");
        String context = Xml.element(new String(first.message(), UTF_8), "TenantContext");
        String encryptedAnew = message.replace(Xml.element(message, "xenc:EncryptedKey"), "")
                .replace(Xml.text(message, "soap:Body"), forger.data(body, "Content"))
                .replace(Xml.element(message, "wsse11:EncryptedHeader"), forger.header(context));
        for (String again : new String[] {
            message.replace("<soap:Header>", "<soap:Header><unsigned/>"),
            message.replace("<soap:Envelope ", "<soap:Envelope xmlns:x=\"urn:x\" x:a=\"b\" "),
            "<!-- again -->" + message,
            forger.complete(encryptedAnew)
        }) {
            assertThat(receiver.open(again).claim()).isEqualTo(first.claim());
            assertThat(receiver.open(again).expires()).isEqualTo(first.expires());
        }
    }
}
