package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.List;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operator's log about a message that does not reach the target of its consumer. */
@Timeout(60)
class UnknownTargetTest {

    /** The warnings of the bus while the consumer gets so many messages. */
    private static List<String> warnings(String target, int messages, String expected) throws IOException {
        try (TestBus bus = new TestBus();
                CapturedLog log = new CapturedLog();
                RawClient client = bus.connect()) {
            bus.deploy(ACME, "<http:soap-consumer service='s:Orders' endpoint='in' " + target + "/>");
            for (int i = 0; i < messages; i++) {
                RawClient.Answer answer =
                        client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
                assertThat(answer.text()).contains("<code>" + expected + "</code>");
                if (i == 0) {
                    assertThat(log.linesWith(correlation(answer.text()))).hasSize(1);
                }
            }
            assertThat(log.linesWith("ERROR")).isEmpty();
            return log.linesWith(" WARN ");
        }
    }

    private static String correlation(String fault) {
        int from = fault.indexOf("<correlationID>") + "<correlationID>".length();
        return fault.substring(from, fault.indexOf('<', from));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "targetService='s:NoSuch', service {urn:orders}NoSuch:",
                "targetService='s:NoSuch' targetEndpoint='out', \"service {urn:orders}NoSuch, endpoint out:\"",
                "targetInterface='s:NoSuch', interface {urn:orders}NoSuch:"
            })
    void theLogNamesAMissingTarget(String target, String named) throws IOException {
        assertThat(warnings(target, 1, "BACKEND_UNAVAILABLE"))
                .singleElement()
                .asString()
                .contains("A message for service {urn:orders}Orders, endpoint in of " + ACME + " does not get to "
                        + named + " there is no such endpoint of this tenant, and no link to one (correlation ");
    }

    @Test
    void messagesForAMissingTargetDoNotFloodTheLog() throws IOException {
        assertThat(warnings("targetService='s:NoSuch' targetEndpoint='out'", 25, "BACKEND_UNAVAILABLE"))
                .hasSize(10);
    }

    @Test
    void namesOfStrangersArePrintableAndBounded() throws IOException {
        String namespace = "urn:\u202e&#10;" + "x".repeat(1_000);
        assertThat(warnings("xmlns:x='" + namespace + "' targetService='x:NoSuch'", 1, "BACKEND_UNAVAILABLE"))
                .singleElement()
                .asString()
                .contains("does not get to service {urn:??xxx")
                .hasSizeLessThan(1_000);
    }
}
