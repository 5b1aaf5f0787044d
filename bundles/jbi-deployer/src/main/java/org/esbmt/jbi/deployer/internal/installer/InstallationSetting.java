package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.InstallationContext;
import javax.jbi.management.MBeanNames;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The installation context of a bootstrap (JSR-208, section 6.4.2). */
final class InstallationSetting implements InstallationContext {
    private static final String JBI = "http://java.sun.com/xml/ns/jbi";
    private static final String JMX_DOMAIN = "org.apache.servicemix";

    private final InstallerDescriptor.Component descriptor;
    private final Path root;
    private final boolean install;
    private final DocumentFragment extension;
    private Optional<List<String>> changed = Optional.empty();

    /** @param install false for an uninstallation */
    InstallationSetting(InstallerDescriptor.Component descriptor, Path root, boolean install) throws IOException {
        this.descriptor = descriptor;
        this.root = root;
        this.install = install;
        this.extension = extension(root.resolve("META-INF/jbi.xml"));
    }

    /** The elements of other namespaces in the component's element. The strict reader has checked the file before. */
    private static DocumentFragment extension(Path jbiXml) throws IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        try (InputStream in = Files.newInputStream(jbiXml)) {
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            Document document = factory.newDocumentBuilder().parse(in);
            DocumentFragment fragment = document.createDocumentFragment();
            Node component = document.getElementsByTagNameNS(JBI, "component").item(0);
            for (Node child = component.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child.getNodeType() == Node.ELEMENT_NODE && !JBI.equals(child.getNamespaceURI())) {
                    fragment.appendChild(child.cloneNode(true));
                }
            }
            return fragment;
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(jbiXml + " cannot be read", e);
        }
    }

    Optional<List<String>> changedClassPath() {
        return changed;
    }

    @Override
    public String getComponentClassName() {
        return descriptor.componentClass();
    }

    @Override
    @SuppressWarnings("rawtypes") // as the standard has it
    public List getClassPathElements() {
        return changed.orElse(descriptor.classPath().elements());
    }

    @Override
    @SuppressWarnings("rawtypes") // as the standard has it
    public void setClassPathElements(List elements) {
        if (elements == null || elements.isEmpty()) {
            throw new IllegalArgumentException("a class path has at least one element");
        }
        List<String> paths = new ArrayList<>();
        for (Object element : elements) {
            if (!(element instanceof String path)
                    || path.indexOf('\n') >= 0
                    || path.indexOf('\\') >= 0
                    || !root.resolve(path).normalize().startsWith(root)) {
                throw new IllegalArgumentException(
                        "an element of a class path is a relative path with '/', but one is " + element);
            }
            paths.add(path);
        }
        changed = Optional.of(List.copyOf(paths));
    }

    @Override
    public String getComponentName() {
        return descriptor.name();
    }

    /** Has naming and MBeans; other methods need a running component. */
    @Override
    public ComponentContext getContext() {
        MBeanNames names = new MBeanNames() {
            @Override
            public ObjectName createCustomComponentMBeanName(String customName) {
                try {
                    return new ObjectName(JMX_DOMAIN + ":Type=Component,Name=" + descriptor.name() + ",SubType="
                            + ObjectName.quote(customName));
                } catch (MalformedObjectNameException e) {
                    throw new IllegalArgumentException("not a name for an MBean: " + customName, e);
                }
            }

            @Override
            public String getJmxDomainName() {
                return JMX_DOMAIN;
            }
        };
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "getMBeanNames" -> names;
            case "getMBeanServer" -> ManagementFactory.getPlatformMBeanServer();
            case "getComponentName" -> descriptor.name();
            case "getInstallRoot" -> getInstallRoot();
            case "getJmxDomainName" -> JMX_DOMAIN;
            case "getNamingContext" -> naming();
            case "getTransactionManager" -> null;
            case "toString" -> "the installation of " + descriptor.name();
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default ->
                throw new IllegalStateException(method.getName() + " is for components that run, not for a bootstrap");
        };
        return (ComponentContext) Proxy.newProxyInstance(
                InstallationSetting.class.getClassLoader(), new Class<?>[] {ComponentContext.class}, handler);
    }

    private static InitialContext naming() {
        try {
            return new InitialContext();
        } catch (NamingException e) {
            return null;
        }
    }

    @Override
    public String getInstallRoot() {
        return root.toString();
    }

    @Override
    public DocumentFragment getInstallationDescriptorExtension() {
        return extension;
    }

    @Override
    public boolean isInstall() {
        return install;
    }
}
