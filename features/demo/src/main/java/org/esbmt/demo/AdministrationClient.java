package org.esbmt.demo;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;

/** Administration as any JMX client sees it: no class of the bus is needed. One thread at a time. */
public final class AdministrationClient implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final ObjectName administration;

    /** A tenant and its default administrator. */
    public record Tenant(String name, String tenantId, String userId, String password) {}

    /** The connector is closed with this. */
    public AdministrationClient(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.server = connector.getMBeanServerConnection();
        try {
            this.administration = new ObjectName("org.esbmt:type=Administration");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The connection, for what has no method here. */
    public MBeanServerConnection server() {
        return server;
    }

    public Tenant createTenant(String name, String displayName, String login, String password) throws IOException {
        CompositeData created = (CompositeData) invoke("createTenant", name, displayName, login, password);
        return new Tenant(name, text(created, "tenantId"), text(created, "userId"), password);
    }

    /** Deploys and starts; gives the assembly's state, such as {@code STARTED}. */
    public String deploy(String tenantId, byte[] archive) throws IOException {
        return text((CompositeData) invoke("deployAssembly", tenantId, archive), "state");
    }

    /** Switches to another version; gives the assembly's state. */
    public String switchTo(String tenantId, byte[] archive) throws IOException {
        return text((CompositeData) invoke("switchAssembly", tenantId, archive), "state");
    }

    public void undeploy(String tenantId, String assembly) throws IOException {
        invoke("undeployAssembly", tenantId, assembly);
    }

    /** {@code startAssembly}, {@code stopAssembly}, {@code shutDownAssembly} or {@code rollBackAssembly}; gives the state after it. */
    public String changeAssembly(String operation, String tenantId, String assembly) throws IOException {
        return text((CompositeData) invoke(operation, tenantId, assembly), "state");
    }

    /** {@code <name> <state>} each. */
    public List<String> assemblies(String tenantId) throws IOException {
        return Stream.of((CompositeData[]) invoke("listAssemblies", tenantId))
                .map(a -> text(a, "name") + " " + text(a, "state"))
                .toList();
    }

    public void suspend(String tenantId) throws IOException {
        invoke("suspendTenant", tenantId);
    }

    public void resume(String tenantId) throws IOException {
        invoke("resumeTenant", tenantId);
    }

    public void setPassword(String tenantId, String userId, String password) throws IOException {
        invoke("setPassword", tenantId, userId, password);
    }

    private static String text(CompositeData data, String item) {
        return (String) data.get(item);
    }

    /**
     * @throws IllegalStateException if the bus refused, with its sentence
     * @throws IOException if the bus was not reached
     */
    private Object invoke(String operation, Object... arguments) throws IOException {
        String[] signature = Stream.of(arguments)
                .map(a -> a instanceof byte[]
                        ? byte[].class.getName()
                        : a.getClass().getName())
                .toArray(String[]::new);
        try {
            return server.invoke(administration, operation, arguments, signature);
        } catch (InstanceNotFoundException e) {
            throw new IOException("the bus has no administration MBean (yet)", e);
        } catch (MBeanException | ReflectionException e) {
            throw new IllegalStateException(operation + ": " + e.getCause().getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
