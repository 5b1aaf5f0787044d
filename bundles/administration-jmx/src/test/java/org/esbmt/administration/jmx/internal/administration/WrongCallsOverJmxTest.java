package org.esbmt.administration.jmx.internal.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that no MBean here has. They are refused as by the JDK's own MXBeans, which these MBeans once were. */
class WrongCallsOverJmxTest {
    private static final String STRING = String.class.getName();

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private AllMBeans all;
    private ObjectName administration;
    private ObjectName cluster;
    private ObjectName transactions;

    @BeforeEach
    void register() throws Exception {
        all = new AllMBeans(new BusMBeans(server), AllMBeans::nothing);
        administration = new ObjectName(PublishedMBean.ADMINISTRATION.objectName());
        cluster = new ObjectName(PublishedMBean.CLUSTER.objectName());
        transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
    }

    @AfterEach
    void unregister() throws Exception {
        all.close();
    }

    @Test
    void anOperationIsFoundByNameAndSignature() {
        assertThatThrownBy(() -> server.invoke(administration, "nonsense", null, null))
                .isInstanceOf(ReflectionException.class)
                .hasMessage("No such operation: nonsense")
                .hasRootCauseInstanceOf(NoSuchMethodException.class);
        assertThatThrownBy(() -> server.invoke(
                        administration, "findTenant", new Object[] {"a", "b"}, new String[] {STRING, STRING}))
                .isInstanceOf(ReflectionException.class)
                .hasMessage("Signature mismatch for operation findTenant: (" + STRING + ", " + STRING + ") should be ("
                        + STRING + ")");
        assertThatThrownBy(() -> server.invoke(transactions, "getRecoveryPhase", null, null))
                .isInstanceOf(ReflectionException.class);
    }

    @Test
    void argumentsHaveTheNumberAndTheTypesOfTheSignature() throws Exception {
        mismatch("wrong number of arguments", administration, "findTenant", STRING);
        mismatch("wrong number of arguments", administration, "findTenant", STRING, "a", "b");
        mismatch("argument type mismatch", administration, "findTenant", STRING, 7);
        mismatch("argument type mismatch", cluster, "listNodes", "int,int", 1L, 1);
        mismatch(null, cluster, "listNodes", "int,int", null, 1);
        mismatch(
                "argument type mismatch",
                new ObjectName(PublishedMBean.BATCHES.objectName()),
                "submitBatch",
                STRING + ",[L" + STRING + ";,[[B," + STRING + ",boolean",
                "a",
                "b",
                null,
                "",
                true);
    }

    @Test
    void smallerNumbersFit() {
        assertThatThrownBy(() -> server.invoke(
                        cluster, "listNodes", new Object[] {(short) 0, (byte) 1}, new String[] {"int", "int"}))
                .hasStackTraceContaining("nobody is logged in");
        assertThatThrownBy(() -> server.invoke(
                        administration, "suspendTenant", new Object[] {"", "", 1}, new String[] {STRING, STRING, "long"
                        }))
                .hasStackTraceContaining("nobody is logged in");
    }

    @Test
    void attributesAreReadAndNotWritten() throws Exception {
        assertThatThrownBy(() -> server.getAttribute(transactions, "Nonsense"))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessage("No such attribute: Nonsense");
        assertThatThrownBy(() -> server.setAttribute(transactions, new Attribute("RecoveryPhase", "DONE")))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessage("Read-only attribute: RecoveryPhase");
        assertThatThrownBy(() -> server.setAttribute(transactions, new Attribute("Nonsense", "DONE")))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessage("No such attribute: Nonsense");
        assertThat(server.setAttributes(
                        transactions, new AttributeList(List.of(new Attribute("RecoveryPhase", "DONE")))))
                .isEmpty();
        assertThat(server.getAttributes(transactions, new String[] {"RecoveryPhase", "Nonsense"}))
                .as("nobody is logged in")
                .isEmpty();
    }

    private void mismatch(String message, ObjectName bean, String operation, String signature, Object... arguments) {
        assertThatThrownBy(() -> server.invoke(bean, operation, arguments, signature.split(",")))
                .isInstanceOfSatisfying(RuntimeMBeanException.class, e -> assertThat(e.getTargetException())
                        .isExactlyInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message));
    }
}
