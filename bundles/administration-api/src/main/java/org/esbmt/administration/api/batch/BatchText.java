package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.validation.SchemaFactory;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.RegisterService;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UnregisterService;
import org.esbmt.administration.api.batch.Batch.Whose;
import org.esbmt.tenancy.api.TenantId;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Reads batches from XML as {@code batch.xsd} has it. Document types are refused, and nothing is fetched. Any thread. */
public final class BatchText {
    /** Bytes at the most; archives are not in it. */
    public static final int MAX_BYTES = 4 << 20;

    private static final String SCHEMA = "batch.xsd";

    private BatchText() {}

    /** Where the archives are that a batch names. */
    @FunctionalInterface
    public interface Archives {
        /**
         * Reads one.
         *
         * @param name as the batch has it; anything that somebody wrote
         */
        byte[] read(String name) throws IOException;
    }

    /**
     * Reads a batch.
     *
     * @throws IllegalArgumentException if it is none, with the line and what is wrong
     * @throws IOException if an archive cannot be read
     */
    public static Batch read(byte[] text, Archives archives) throws IOException {
        if (text.length > MAX_BYTES) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BYTES + " bytes without its archives");
        }
        List<Step> steps = new ArrayList<>();
        for (Element step : children(parsed(text).getDocumentElement())) {
            steps.add(step(step, archives));
        }
        return new Batch(steps);
    }

    private static Step step(Element step, Archives archives) throws IOException {
        return switch (step.getLocalName()) {
            case "createTenant" ->
                new CreateTenant(
                        optional(step, "as"),
                        step.getAttribute("name"),
                        step.getAttribute("displayName"),
                        step.getAttribute("login"),
                        password(step),
                        quotas(step));
            case "addUser" -> new AddUser(whose(step), step.getAttribute("login"), password(step), roles(step));
            case "assignRole" -> new AssignRole(whose(step), step.getAttribute("login"), role(step));
            case "revokeRole" -> new RevokeRole(whose(step), step.getAttribute("login"), role(step));
            case "removeUser" -> new RemoveUser(whose(step), step.getAttribute("login"));
            case "setQuota" ->
                new SetQuota(whose(step), step.getAttribute("resource"), Long.parseLong(step.getAttribute("hard")));
            case "deploy" -> new Deploy(whose(step), archives.read(step.getAttribute("archive")));
            case "undeploy" -> new Undeploy(whose(step), step.getAttribute("assembly"));
            case "registerService" -> new RegisterService(whose(step), service(step), wsdl(step, archives));
            case "unregisterService" -> new UnregisterService(whose(step), service(step));
            case "suspendTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.SUSPEND);
            case "resumeTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.RESUME);
            case "drainTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.DRAIN);
            default -> throw new IllegalStateException("the schema has no " + step.getLocalName());
        };
    }

    private static Whose whose(Element step) {
        String tenant = step.getAttribute("tenant");
        return tenant.startsWith("#") ? new MadeBefore(tenant.substring(1)) : new Known(TenantId.of(tenant));
    }

    private static ServiceId service(Element step) {
        QName name = new QName(step.getAttribute("namespace"), step.getAttribute("name"));
        return new ServiceId(name, optional(step, "version").orElse("1"));
    }

    private static Optional<byte[]> wsdl(Element step, Archives archives) throws IOException {
        Optional<String> file = optional(step, "wsdl");
        return file.isEmpty() ? Optional.empty() : Optional.of(archives.read(file.get()));
    }

    private static Set<Grantee.Role> roles(Element step) {
        return optional(step, "roles")
                .map(names -> Arrays.stream(names.strip().split("\\s+"))
                        .map(Grantee.Role::of)
                        .collect(toSet()))
                .orElse(Set.of(Grantee.Role.TENANT_USER));
    }

    private static Grantee.Role role(Element step) {
        return Grantee.Role.of(step.getAttribute("role"));
    }

    private static Password password(Element step) {
        return new Password(step.getAttribute("password").toCharArray());
    }

    private static Map<String, Long> quotas(Element step) {
        Map<String, Long> quotas = new HashMap<>();
        for (Element quota : children(step)) {
            String resource = quota.getAttribute("resource");
            if (quotas.put(resource, Long.parseLong(quota.getAttribute("hard"))) != null) {
                throw new IllegalArgumentException("the quota of " + resource + " stands there twice");
            }
        }
        return quotas;
    }

    private static Optional<String> optional(Element element, String name) {
        return element.hasAttribute(name) ? Optional.of(element.getAttribute(name)) : Optional.empty();
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static org.w3c.dom.Document parsed(byte[] text) throws IOException {
        try {
            DocumentBuilder builder = factory().newDocumentBuilder();
            builder.setErrorHandler(FIRST_ERROR);
            return builder.parse(new ByteArrayInputStream(text));
        } catch (SAXParseException e) {
            throw new IllegalArgumentException("line " + e.getLineNumber() + ": " + e.getMessage(), e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalArgumentException("this is no batch: " + e.getMessage(), e);
        }
    }

    private static DocumentBuilderFactory factory() throws ParserConfigurationException, SAXException {
        URL schema = requireNonNull(BatchText.class.getResource(SCHEMA), SCHEMA);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setSchema(SchemaFactory.newDefaultInstance().newSchema(schema));
        return factory;
    }

    private static final ErrorHandler FIRST_ERROR = new ErrorHandler() {
        @Override
        public void warning(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    };
}
