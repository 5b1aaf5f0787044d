package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.staxutils.StaxUtils;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.payload.RequestReader;
import org.esbmt.administration.soap.internal.payload.ResponseWriter;
import org.esbmt.administration.soap.internal.payload.SoapArguments;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.ContextLoader;
import org.esbmt.administration.soap.internal.vocabulary.Names;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All operations of one manager: the element in the body names the operation. Calls may be concurrent. */
@WebServiceProvider(targetNamespace = Names.NAMESPACE)
@ServiceMode(Service.Mode.PAYLOAD)
public final class ManagerProvider implements Provider<Source> {
    private static final Logger LOG = LoggerFactory.getLogger(ManagerProvider.class);

    private final Manager manager;
    private final Supplier<Services> available;
    private final long mostBytes;
    private final PartFiles files;

    /** @param mostBytes of all attachments of a message */
    ManagerProvider(Manager manager, Supplier<Services> available, long mostBytes, PartFiles files) {
        this.mostBytes = mostBytes;
        this.files = requireNonNull(files, "files");
        this.manager = requireNonNull(manager, "manager");
        this.available = requireNonNull(available, "available");
    }

    @Override
    public Source invoke(Source body) {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        Call call = Call.of(message);
        if (body == null) {
            throw new Fault(Refusal.invalid("the Body has no element"));
        }
        try (AttachedParts parts = new AttachedParts(files)) {
            if (message.getAttachments() != null) {
                parts.receive(message.getAttachments(), mostBytes);
            }
            XMLStreamReader in = StaxUtils.createXMLStreamReader(body);
            while (in.getEventType() != XMLStreamReader.START_ELEMENT) {
                in.next();
            }
            return answer(in, operation(in, call), parts, call);
        } catch (Refusal e) {
            throw new Fault(e);
        } catch (AdministrationException e) {
            throw new Fault(Refusal.of(e));
        } catch (IllegalArgumentException e) {
            throw new Fault(Refusal.of(e));
        } catch (XMLStreamException | IOException e) {
            throw new Fault(e);
        }
    }

    private Entry<?> operation(XMLStreamReader in, Call call) throws Refusal {
        String name = in.getLocalName();
        Entry<?> entry = Names.NAMESPACE.equals(in.getNamespaceURI())
                ? manager.entry(name).orElse(null)
                : null;
        if (entry == null) {
            throw Refusal.invalid("the manager " + manager.serviceName() + " has no operation of that name");
        }
        if (!call.incoming().actions().stream().allMatch(Names.action(name)::equals)) {
            throw Refusal.invalid("the action is not the one of the request element");
        }
        return entry;
    }

    private <R> Source answer(XMLStreamReader in, Entry<R> entry, AttachedParts parts, Call call)
            throws XMLStreamException, IOException, Refusal, AdministrationException {
        try (SoapArguments arguments = RequestReader.read(in, entry, parts)) {
            call.finish(parts);
            parts.checkAllTaken();
            if (entry.effect() == Effect.MAKES || entry.effect() == Effect.CHANGES) {
                call.identified(arguments.identify());
            }
            Services services = available.get();
            if (!services.types().contains(entry.service())) {
                throw Refusal.unavailable();
            }
            ResponseWriter.Written written = ResponseWriter.write(entry, called(entry, services, call, arguments));
            call.attaches(written.attachment());
            return new StreamSource(new ByteArrayInputStream(written.element()));
        }
    }

    private static <R> R called(Entry<R> entry, Services services, Call call, SoapArguments arguments)
            throws AdministrationException, Refusal {
        ClassLoader own = ContextLoader.use(call.outer());
        try {
            return entry.call(services, call.by(), arguments);
        } catch (IllegalArgumentException e) {
            throw Refusal.of(e);
        } catch (RuntimeException e) {
            LOG.error("{} of {} failed.", entry, call.by(), e);
            throw Refusal.internal();
        } finally {
            ContextLoader.use(own);
        }
    }
}
