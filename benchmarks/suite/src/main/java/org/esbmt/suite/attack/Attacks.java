package org.esbmt.suite.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.esbmt.harness.Soap;
import org.esbmt.load.Message;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.esbmt.suite.message.Scenario;
import org.esbmt.suite.result.RunDescription;
import org.esbmt.suite.targets.Probe;
import org.esbmt.suite.targets.Target;

/**
 * Forged, malformed and foreign messages. One is refused if its sender gets an error and the back end gets no request. Before them a
 * good message must pass on each path, so that a bus that refuses everything is found too.
 */
public final class Attacks {
    private static final int BYTES = 512;

    private final Target bus;
    private final InetSocketAddress backEnd;
    private final Message.Sender sender;
    private final Message.Sender other;

    /** @param senders the first sends the good messages; without a second one, the other tenant is an unknown one */
    public Attacks(Target bus, List<Message.Sender> senders, InetSocketAddress backEnd) {
        this.bus = bus;
        this.backEnd = backEnd;
        this.sender = senders.get(0);
        this.other = senders.size() > 1
                ? senders.get(1)
                : new Message.Sender(
                        sender.path(),
                        UUID.randomUUID().toString(),
                        UUID.randomUUID().toString(),
                        sender.password());
    }

    /**
     * Sends all messages to each scenario and node.
     *
     * @throws IOException if the back end does not answer
     * @throws IllegalStateException if a good message is refused
     */
    public List<RunDescription.Attack> run(String stage, String when) throws IOException, InterruptedException {
        List<RunDescription.Attack> outcomes = new ArrayList<>();
        for (Scenario scenario : bus.scenarios()) {
            Request good = bus.requests(scenario, Payload.BUYSTOCKS, BYTES, 1).get(0);
            Probe.check(bus, good).ifPresent(error -> {
                throw new IllegalStateException("a good message of " + scenario.word() + " gets " + error);
            });
            for (Map.Entry<String, byte[]> attack : messages(good).entrySet()) {
                for (InetSocketAddress node : bus.addresses()) {
                    Request request = new Request(good.path(), attack.getValue(), good.element());
                    outcomes.add(send(stage, when, scenario.word() + ": " + attack.getKey(), node, request));
                }
            }
        }
        return outcomes;
    }

    private RunDescription.Attack send(String stage, String when, String name, InetSocketAddress node, Request request)
            throws IOException, InterruptedException {
        long before = Probe.served(backEnd);
        String answer;
        boolean error;
        try {
            Soap.Answer got = Probe.send(node, request);
            error = got.status() >= 400;
            answer = Integer.toString(got.status());
        } catch (IOException e) {
            error = true;
            answer = "connection closed";
        }
        boolean reached = Probe.served(backEnd) != before;
        return new RunDescription.Attack(
                stage, when, name, error && !reached, reached ? answer + ", and it reached the back end" : answer);
    }

    private Map<String, byte[]> messages(Request good) {
        String message = new String(good.envelope(), UTF_8);
        Map<String, byte[]> attacks = new LinkedHashMap<>();
        put(attacks, "a wrong password", envelope(sender.tenant(), sender.user(), "wrong", good));
        put(attacks, "no credential", Request.envelope("", good.element()));
        put(attacks, "an unknown user", envelope(sender.tenant(), other.tenant(), sender.password(), good));
        put(attacks, "the other tenant's sender", envelope(other.tenant(), other.user(), other.password(), good));
        put(attacks, "the other tenant's user", envelope(sender.tenant(), other.user(), other.password(), good));
        put(attacks, "two credentials", twice(good));
        put(attacks, "a document type", "<!DOCTYPE x [<!ENTITY e 'v'>]>" + message);
        put(attacks, "a credential in the body", inBody(good));
        put(attacks, "a broken header", message.replace("</TenantContext>", "</TenantContextX>"));
        put(attacks, "a truncated header", message.substring(0, message.indexOf("</password>")));
        put(attacks, "no envelope", good.element());
        attacks.put("bytes that are not UTF-8", new byte[] {'<', (byte) 0xC0, (byte) 0x80, '>'});
        return attacks;
    }

    private static void put(Map<String, byte[]> attacks, String name, String message) {
        attacks.put(name, message.getBytes(UTF_8));
    }

    private static String envelope(String tenant, String user, String password, Request good) {
        return new String(
                Request.of(good.path(), tenant, user, password, good.element()).envelope(), UTF_8);
    }

    private String twice(Request good) {
        return Request.envelope(
                Soap.tenantContext(sender.tenant(), sender.user(), sender.password())
                        + Soap.tenantContext(other.tenant(), other.user(), other.password()),
                good.element());
    }

    private String inBody(Request good) {
        return Request.envelope(
                "", good.element() + Soap.tenantContext(sender.tenant(), sender.user(), sender.password()));
    }
}
