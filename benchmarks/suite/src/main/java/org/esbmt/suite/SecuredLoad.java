package org.esbmt.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.harness.Soap;
import org.esbmt.load.SecuredTenant;
import org.esbmt.suite.generator.OwnLoop;
import org.esbmt.suite.generator.Work;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.result.RunDescription;
import org.esbmt.suite.targets.Esbmt;
import org.esbmt.suite.targets.Probe;

/** Signed and encrypted messages for the gateway of a bus. The bus takes each of them once, so they are made before a window. */
final class SecuredLoad {
    private static final int LONGEST_SECONDS = 120;
    private static final SecuredTenant.Protection GATEWAY = SecuredTenant.Protection.GATEWAY;

    private final Esbmt bus;
    private final InetSocketAddress backEnd;
    private final SecuredTenant tenant;
    private final OwnLoop loop = new OwnLoop();

    SecuredLoad(Esbmt bus, InetSocketAddress backEnd, Path folder) throws Exception {
        this.bus = bus;
        this.backEnd = backEnd;
        this.tenant = new SecuredTenant(bus.bus(), folder);
    }

    private Request request(String element) throws Exception {
        byte[] plain = Request.envelope("", element).getBytes(UTF_8);
        return new Request(tenant.path(GATEWAY), tenant.secure(GATEWAY, plain), element);
    }

    /** Makes the messages of a window, which takes some milliseconds for each. */
    Measurement.Load prepared(Planned planned, int count) throws InterruptedException {
        String element = planned.payload().element(planned.cell().sizeBytes());
        List<Request> requests = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                requests.add(request(element));
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a secured message cannot be made", e);
        }
        Work work = new Work(bus.addresses(), requests, planned.cell().connections(), LONGEST_SECONDS, 0);
        return () -> {
            try {
                return loop.once(work);
            } catch (IllegalStateException e) {
                throw new IOException(e.getMessage(), e);
            }
        };
    }

    /** The processor's time of the RSA operations alone. */
    double rsaMicros() {
        try {
            return tenant.rsaMicros();
        } catch (Exception e) {
            throw new IllegalStateException("the RSA operations cannot be measured", e);
        }
    }

    /** A good message is answered, with protection. Its repetition, a changed message and one without proof are refused. */
    List<RunDescription.Attack> attack(String stage, String when) throws Exception {
        Request good = request(Payload.BUYSTOCKS.element(512));
        Soap.Answer first = Probe.send(bus.addresses().get(0), good);
        if (first.status() != 200) {
            throw new IOException("the gateway refuses a good message: " + first);
        }
        tenant.verify(first.body());
        String other = new String(request(good.element()).envelope(), UTF_8);
        List<RunDescription.Attack> outcomes = new ArrayList<>();
        outcomes.add(refused(stage, when, "a repetition", good));
        outcomes.add(refused(
                stage,
                when,
                "a changed message",
                with(good, other.replaceFirst("<wsu:Expires>20", "<wsu:Expires>19"))));
        outcomes.add(
                refused(stage, when, "a message without a proof", with(good, Request.envelope("", good.element()))));
        return outcomes;
    }

    private static Request with(Request good, String envelope) {
        return new Request(good.path(), envelope.getBytes(UTF_8), good.element());
    }

    private RunDescription.Attack refused(String stage, String when, String name, Request request)
            throws IOException, InterruptedException {
        long before = Probe.served(backEnd);
        Soap.Answer answer = Probe.send(bus.addresses().get(0), request);
        boolean reached = Probe.served(backEnd) != before;
        return new RunDescription.Attack(
                stage, when, "gateway: " + name, answer.status() >= 400 && !reached, Integer.toString(answer.status()));
    }
}
