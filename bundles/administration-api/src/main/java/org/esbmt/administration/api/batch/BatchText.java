package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
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
import org.esbmt.administration.api.batch.Batch.AtRevision;
import org.esbmt.administration.api.batch.Batch.AttachPolicy;
import org.esbmt.administration.api.batch.Batch.ChangeAssembly;
import org.esbmt.administration.api.batch.Batch.ChangeLink;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.ChangeUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.DetachPolicy;
import org.esbmt.administration.api.batch.Batch.Holder;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.NewVersion;
import org.esbmt.administration.api.batch.Batch.OfRevision;
import org.esbmt.administration.api.batch.Batch.PurgeTenant;
import org.esbmt.administration.api.batch.Batch.RegisterService;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.ResetDefaultAdmin;
import org.esbmt.administration.api.batch.Batch.RevokeContingent;
import org.esbmt.administration.api.batch.Batch.RevokeQuota;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetContingent;
import org.esbmt.administration.api.batch.Batch.SetPassword;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.ToRole;
import org.esbmt.administration.api.batch.Batch.ToUser;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UnregisterService;
import org.esbmt.administration.api.batch.Batch.UpdateService;
import org.esbmt.administration.api.batch.Batch.Whose;
import org.esbmt.tenancy.api.TenantId;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Reads batches from XML as {@code batch.xsd} has it. Document types are refused, and nothing is fetched. Any thread. */
public final class BatchText {
    /** Bytes at the most; archives are not in it. */
    public static final int MAX_BYTES = 4 << 20;

    /**
     * Bytes of all archives and documents together that the steps of a batch name, each as often as it is named: until the batch
     * is decided they are in memory about three times.
     */
    public static final long MAX_ARCHIVES_BYTES = 32L << 20;

    private static final String SCHEMA = "batch.xsd";
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

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
     * @throws IllegalArgumentException if it is none, with the line, or the number of the step, and what is wrong; no password
     *     is in it
     * @throws IOException if an archive cannot be read, with the number of the step
     */
    public static Batch read(byte[] text, Archives archives) throws IOException {
        checkLength(text.length);
        return read(new InputSource(new ByteArrayInputStream(text)), archives);
    }

    /** As the other one, of characters, whatever encoding they say they are in. */
    public static Batch read(String text, Archives archives) throws IOException {
        checkLength(text.length());
        return read(new InputSource(new StringReader(text)), archives);
    }

    private static void checkLength(int length) {
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BYTES + " bytes without its archives");
        }
    }

    private static Batch read(InputSource text, Archives archives) throws IOException {
        List<Element> elements = children(parsed(text).getDocumentElement());
        if (elements.size() > Batch.MAX_STEPS) {
            throw new IllegalArgumentException(
                    "a batch has at most " + Batch.MAX_STEPS + " steps, not " + elements.size());
        }
        Archives bounded = bounded(archives);
        List<Step> steps = new ArrayList<>();
        for (Element element : elements) {
            try {
                steps.add(atRevision(element, step(element, bounded)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("step " + (steps.size() + 1) + ": " + e.getMessage(), e);
            } catch (IOException e) {
                throw new IOException("step " + (steps.size() + 1) + ": " + e.getMessage(), e);
            }
        }
        return new Batch(steps);
    }

    private static Archives bounded(Archives archives) {
        AtomicLong sum = new AtomicLong();
        return name -> {
            byte[] archive = archives.read(name);
            if (sum.addAndGet(archive.length) > MAX_ARCHIVES_BYTES) {
                throw new IllegalArgumentException("the archives and documents of a batch have at most "
                        + MAX_ARCHIVES_BYTES + " bytes together: make several batches");
            }
            return archive;
        };
    }

    /** The schema has the attribute for these steps alone. */
    private static Step atRevision(Element element, Step step) {
        return step instanceof OfRevision of && element.hasAttribute("revision")
                ? new AtRevision(of, Long.parseLong(element.getAttribute("revision")))
                : step;
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
            case "lockUser" -> user(step, ChangeUser.Action.LOCK);
            case "unlockUser" -> user(step, ChangeUser.Action.UNLOCK);
            case "revokeCredential" -> user(step, ChangeUser.Action.REVOKE_CREDENTIAL);
            case "handOverDefaultAdmin" -> user(step, ChangeUser.Action.HAND_OVER_DEFAULT_ADMIN);
            case "assignDefaultAdmin" -> user(step, ChangeUser.Action.ASSIGN_DEFAULT_ADMIN);
            case "setPassword" -> new SetPassword(whose(step), step.getAttribute("login"), password(step));
            case "resetDefaultAdmin" -> new ResetDefaultAdmin(whose(step), step.getAttribute("login"), password(step));
            case "setQuota" ->
                new SetQuota(whose(step), step.getAttribute("resource"), number(step, "hard"), soft(step));
            case "revokeQuota" -> new RevokeQuota(whose(step), step.getAttribute("resource"));
            case "setContingent" ->
                new SetContingent(whose(step), holder(step), step.getAttribute("resource"), number(step, "amount"));
            case "revokeContingent" -> new RevokeContingent(whose(step), holder(step), step.getAttribute("resource"));
            case "deploy" ->
                new Deploy(whose(step), optional(step, "user"), archives.read(step.getAttribute("archive")));
            case "switchAssembly" -> version(step, NewVersion.Way.SWITCH, archives);
            case "updateAssembly" -> version(step, NewVersion.Way.UPDATE, archives);
            case "startAssembly" -> assembly(step, ChangeAssembly.Move.START);
            case "stopAssembly" -> assembly(step, ChangeAssembly.Move.STOP);
            case "shutDownAssembly" -> assembly(step, ChangeAssembly.Move.SHUT_DOWN);
            case "rollBackAssembly" -> assembly(step, ChangeAssembly.Move.ROLL_BACK);
            case "undeploy" -> new Undeploy(whose(step), step.getAttribute("assembly"));
            case "registerService" -> new RegisterService(whose(step), service(step), wsdl(step, archives));
            case "updateService" -> new UpdateService(whose(step), service(step), wsdl(step, archives));
            case "attachPolicy" ->
                new AttachPolicy(
                        whose(step),
                        service(step),
                        step.getAttribute("policy"),
                        archives.read(step.getAttribute("document")));
            case "detachPolicy" -> new DetachPolicy(whose(step), service(step), step.getAttribute("policy"));
            case "unregisterService" -> new UnregisterService(whose(step), service(step));
            case "suspendTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.SUSPEND);
            case "resumeTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.RESUME);
            case "drainTenant" -> new ChangeTenant(whose(step), ChangeTenant.Life.DRAIN);
            case "purgeTenant" -> new PurgeTenant(whose(step), step.getAttribute("name"));
            case "createLink" -> link(step, true);
            case "removeLink" -> link(step, false);
            default -> throw new IllegalStateException("the schema has no " + step.getLocalName());
        };
    }

    private static Whose whose(Element step) {
        String tenant = step.getAttribute("tenant");
        return tenant.startsWith("#") ? new MadeBefore(tenant.substring(1)) : new Known(TenantId.of(tenant));
    }

    private static ChangeUser user(Element step, ChangeUser.Action action) {
        return new ChangeUser(whose(step), step.getAttribute("login"), action);
    }

    private static ChangeAssembly assembly(Element step, ChangeAssembly.Move action) {
        return new ChangeAssembly(whose(step), step.getAttribute("assembly"), action);
    }

    private static NewVersion version(Element step, NewVersion.Way way, Archives archives) throws IOException {
        return new NewVersion(whose(step), way, archives.read(step.getAttribute("archive")));
    }

    private static ChangeLink link(Element step, boolean made) {
        return new ChangeLink(
                whose(step), optional(step, "component"), name(step), step.getAttribute("endpoint"), made);
    }

    private static Holder holder(Element step) {
        Optional<String> user = optional(step, "user");
        if (user.isPresent() == step.hasAttribute("role")) {
            throw new IllegalArgumentException("a contingent is either a user's or a role's");
        }
        return user.isPresent() ? new ToUser(user.get()) : new ToRole(role(step));
    }

    private static OptionalLong soft(Element step) {
        return step.hasAttribute("soft") ? OptionalLong.of(number(step, "soft")) : OptionalLong.empty();
    }

    private static long number(Element step, String name) {
        return Long.parseLong(step.getAttribute(name));
    }

    private static QName name(Element step) {
        return new QName(step.getAttribute("namespace"), step.getAttribute("name"));
    }

    private static ServiceId service(Element step) {
        return new ServiceId(name(step), optional(step, "version").orElse("1"));
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
                throw new IllegalArgumentException("the quota of " + printable(resource) + " stands there twice");
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

    private static org.w3c.dom.Document parsed(InputSource text) {
        try {
            DocumentBuilder builder = factory().newDocumentBuilder();
            builder.setErrorHandler(FIRST_ERROR);
            return builder.parse(text);
        } catch (SAXParseException e) {
            throw new IllegalArgumentException("line " + e.getLineNumber() + ": " + printable(e.getMessage()), e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalArgumentException("this is no batch: " + printable(e.getMessage()), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("this is no batch: its bytes are not in the encoding that it says", e);
        }
    }

    /** It has in it what somebody wrote. */
    private static String printable(String text) {
        return NOT_PRINTABLE.matcher(String.valueOf(text)).replaceAll("?");
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

        /** In the parser's own words there may be a part of a password: what stands behind an '&' or a quotation mark in it. */
        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw new SAXParseException(
                    "before column " + e.getColumnNumber()
                            + " this is no well-formed XML in the encoding that it says, or has a DOCTYPE; in a value '&' is"
                            + " written &amp;, '<' is &lt; and '\"' is &quot;",
                    null,
                    null,
                    e.getLineNumber(),
                    e.getColumnNumber());
        }
    };
}
