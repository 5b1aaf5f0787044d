package org.esbmt.suite.management;

import java.io.IOException;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;

/**
 * Administration over JMX at the container's port. The sockets of RMI decide about its link: {@link RedirectedSockets}. The system
 * property {@code sun.rmi.transport.tcp.responseTimeout} decides when a call fails.
 */
final class JmxPlane implements Plane {
    private static final ObjectName QUOTAS = named("Quotas");
    private static final ObjectName BATCHES = named("Batches");
    private static final String TEXT = String.class.getName();
    private static final long NONE = -1;

    private final BusHome home;
    private final Assignment assignment;
    private JMXConnector connector;

    JmxPlane(BusHome home, Assignment assignment) {
        this.home = home;
        this.assignment = assignment;
    }

    @Override
    public long readQuota() throws IOException {
        try {
            CompositeData quota = (CompositeData) call(
                    QUOTAS,
                    "showQuota",
                    new Object[] {assignment.tenantId(), Assignment.RESOURCE, "", ""},
                    new String[] {TEXT, TEXT, TEXT, TEXT});
            return (Long) quota.get("hard");
        } catch (RefusedException e) {
            throw new IOException("the quota cannot be read", e);
        }
    }

    @Override
    public void changeQuota(long hard, String request) throws IOException, RefusedException {
        String number = long.class.getName();
        Object unused = call(
                QUOTAS,
                "changeQuota",
                new Object[] {assignment.tenantId(), Assignment.RESOURCE, "", "", hard, NONE, NONE, request, NONE},
                new String[] {TEXT, TEXT, TEXT, TEXT, number, number, number, TEXT, number});
    }

    @Override
    public void batch(List<Long> hards, String request) throws IOException, RefusedException {
        Object unused = call(
                BATCHES,
                "submitBatch",
                new Object[] {
                    BatchText.of(assignment.tenantId(), Assignment.RESOURCE, hards),
                    new String[0],
                    new byte[0][],
                    request,
                    false
                },
                new String[] {TEXT, String[].class.getName(), byte[][].class.getName(), TEXT, boolean.class.getName()});
    }

    private Object call(ObjectName bean, String operation, Object[] arguments, String[] signature)
            throws IOException, RefusedException {
        try {
            return server().invoke(bean, operation, arguments, signature);
        } catch (RuntimeMBeanException e) {
            throw new RefusedException(String.valueOf(e.getTargetException().getMessage()));
        } catch (InstanceNotFoundException | MBeanException | ReflectionException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private MBeanServerConnection server() throws IOException {
        if (connector == null) {
            connector = BusProcess.connectAtOnce(home.jmxUrl(), assignment.administrator());
        }
        return connector.getMBeanServerConnection();
    }

    /** Leaves the connection. A broken link ends it without an answer. */
    @Override
    public void close() {
        JMXConnector left = connector;
        connector = null;
        if (left != null) {
            SlowLink.start("end of a JMX connection", () -> {
                try {
                    left.close();
                } catch (IOException e) {
                    // The link is broken, and the bus ends the connection by itself.
                }
            });
        }
    }

    private static ObjectName named(String type) {
        try {
            return new ObjectName("org.esbmt:type=" + type);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }
}
