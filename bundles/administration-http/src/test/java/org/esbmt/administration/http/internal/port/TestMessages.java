package org.esbmt.administration.http.internal.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.PasswordLogin;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/**
 * Messages whose first line has the sender's login and password, with a space between them. The answer is the login and the
 * number of bytes.
 *
 * @param end the time until which messages last, once they are read
 */
record TestMessages(PasswordLogin logins, CountDownLatch end) implements HttpResource {
    static final String BOSS = "acme/boss " + TestPort.OF_BOSS + "\n";
    static final String ADMIN = "admin " + TestPort.OF_ADMIN + "\n";

    TestMessages {
        requireNonNull(logins, "logins");
        requireNonNull(end, "end");
    }

    @Override
    public String path() {
        return "/soap";
    }

    @Override
    public String way() {
        return "soap";
    }

    @Override
    public Access access() {
        return Access.OWN;
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return pathBelow.equals("/other")
                ? new BodyNeed.Refused(Answers.of(415).empty())
                : new BodyNeed.Streamed(10_000_000);
    }

    @Override
    public Optional<OwnMessage> message(RequestHead head, String pathBelow) {
        return head.method().equals("POST") ? Optional.of(new Message()) : Optional.empty();
    }

    @Override
    public Response handle(Exchange exchange) {
        return Answers.of(200).text("text/plain", "a document");
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        return refusal.answer(way()).text("text/plain", "a fault: " + refusal);
    }

    private final class Message implements OwnMessage {
        @Override
        public boolean isBegun(byte[] bytes, int size) {
            return new String(bytes, 0, size, US_ASCII).indexOf('\n') >= 0;
        }

        @Override
        public Admission admit(Exchange exchange) throws IOException {
            String[] line = new String(exchange.body().readAllBytes(), US_ASCII).split("\n", 2)[0].split(" ", 2);
            char[] password = line[line.length - 1].toCharArray();
            return logins.logIn(way(), exchange, line[0], password)
                    .<Admission>map(Admission.Admitted::new)
                    .orElseGet(() -> new Admission.Refused(Answers.of(500).text("text/plain", "nobody")));
        }

        @Override
        public Response handle(Exchange exchange) throws IOException {
            int bytes = exchange.body().readAllBytes().length;
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answers.of(200).text("text/plain", exchange.by().orElseThrow() + " sent " + bytes);
        }
    }
}
