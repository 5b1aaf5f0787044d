package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.attachment.AttachmentDeserializer;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.logging.FaultListener;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.vocabulary.ContextLoader;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;

/** An endpoint of CXF for each manager and each version of SOAP. Threads: any. */
public final class ManagerEndpoints implements AutoCloseable {
    private static final int MAX_PARTS = 4;
    private static final int MAX_HEADERS = 16;
    private static final int MAX_HEADER_BYTES = 1_024;

    private final Bus bus;
    private final CallTransport transport = new CallTransport();
    private final Refusals refusals = new Refusals();
    private final Limits limits;

    /** The bytes of an envelope, and of all parts beside it. */
    public record Limits(long envelope, long parts) {}

    /**
     * Opens the endpoints. Takes a second, so it is done once somebody sends a message.
     *
     * @param available the services of administration that this node has now
     */
    public ManagerEndpoints(Supplier<Services> available, Limits limits, PartFiles files) {
        this.limits = requireNonNull(limits, "limits");
        ClassLoader before = ContextLoader.useOwn();
        Bus outer = BusFactory.getThreadDefaultBus(false);
        bus = new CXFBusFactory().createBus();
        boolean opened = false;
        try {
            bus.setProperty(FaultListener.class.getName(), refusals);
            for (Manager manager : Manager.values()) {
                for (SoapVersion version : SoapVersion.values()) {
                    open(
                            new ManagerProvider(manager, available, limits.parts(), files),
                            address(manager, version),
                            version);
                }
            }
            opened = true;
        } finally {
            if (!opened) {
                bus.shutdown(true);
            }
            BusFactory.setThreadDefaultBus(outer);
            ContextLoader.use(before);
        }
    }

    private void open(ManagerProvider provider, String address, SoapVersion version) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(provider);
        factory.setDestinationFactory(transport);
        factory.setTransportId(CallTransport.ID);
        factory.setAddress(address);
        factory.setBindingId(binding(version));
        factory.getInInterceptors().add(new GuardInterceptor(limits.envelope()));
        factory.getInInterceptors().add(new HeaderInterceptor());
        factory.getOutInterceptors().add(new ArchiveInterceptor());
        factory.setProperties(Map.of(
                AttachmentDeserializer.ATTACHMENT_MAX_COUNT, String.valueOf(MAX_PARTS),
                AttachmentDeserializer.ATTACHMENT_HEADERS_MAX_COUNT, String.valueOf(MAX_HEADERS),
                AttachmentDeserializer.ATTACHMENT_MAX_HEADER_SIZE, String.valueOf(MAX_HEADER_BYTES),
                // CXF keeps the envelope alone, and that in memory.
                AttachmentDeserializer.ATTACHMENT_MAX_SIZE, String.valueOf(limits.envelope()),
                AttachmentDeserializer.ATTACHMENT_MEMORY_THRESHOLD, String.valueOf(limits.envelope())));
        Server server = factory.create();
        server.getEndpoint().setOutFaultObserver(refusals);
    }

    private static String address(Manager manager, SoapVersion version) {
        return CallTransport.PREFIX + manager.serviceName() + "/" + version;
    }

    private static String binding(SoapVersion version) {
        return version == SoapVersion.SOAP_11
                ? jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING
                : jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING;
    }

    /** Answers a message. Slow, since a change waits for its decision; any thread that may block. */
    public Outgoing answer(Incoming incoming) {
        ClassLoader before = ContextLoader.useOwn();
        Call call = new Call(incoming, before);
        Bus outer = BusFactory.getThreadDefaultBus(false);
        try {
            transport.pass(address(incoming.manager(), incoming.version()), call);
        } catch (RuntimeException e) {
            call.refused(Refusals.refusal(e));
        } finally {
            BusFactory.setThreadDefaultBus(outer);
            ContextLoader.use(before);
        }
        return call.answer();
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }
}
