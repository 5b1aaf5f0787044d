package org.esbmt.administration.jmx.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a console shows of each MXBean of administration. */
class DescriptionsTest {
    /** As the registrations have them. */
    static Stream<Class<?>> described() {
        return Stream.of(
                AdministrationMXBean.class,
                AuditMXBean.class,
                BatchesMXBean.class,
                ClusterMXBean.class,
                ComponentsMXBean.class,
                LinksMXBean.class,
                NotificationsMXBean.class,
                QuotasMXBean.class,
                ServicesMXBean.class,
                SystemUsersMXBean.class,
                TransactionsMXBean.class,
                UsersMXBean.class);
    }

    private static <T> MBeanInfo info(Class<T> type) {
        return new DescribedMBean<>(nothing(type), type, "All of it.").getMBeanInfo();
    }

    @ParameterizedTest
    @MethodSource("described")
    void everyOperationAndParameterIsDescribed(Class<?> type) {
        for (MBeanOperationInfo operation : info(type).getOperations()) {
            assertThat(operation.getDescription())
                    .as(operation.getName())
                    .endsWith(".")
                    .isNotEqualTo("Operation exposed for management");
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                assertThat(parameter.getName()).as(operation.getName()).doesNotMatch("p\\d+");
                assertThat(parameter.getDescription())
                        .as(operation.getName() + " " + parameter.getName())
                        .isNotBlank();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("described")
    void everyAttributeSaysHowStaleItMayBe(Class<?> type) {
        for (MBeanAttributeInfo attribute : info(type).getAttributes()) {
            assertThat(attribute.getDescription())
                    .as(attribute.getName())
                    .matches(".+\\. (Live|At most \\d+ s old|At most as old as [A-Z]\\w+ says)\\.");
        }
    }

    @Test
    void thereAreAttributes() {
        assertThat(info(TransactionsMXBean.class).getAttributes()).hasSizeGreaterThan(5);
        assertThat(info(NotificationsMXBean.class).getAttributes()).hasSize(1);
    }

    /** None is registered that is not looked at above. */
    @Test
    void whatIsRegisteredIsDescribedAndWhatTellsNewsSaysWhich() throws Exception {
        MBeanServer platform = MBeanServerFactory.newMBeanServer();
        BusMBeans beans = new BusMBeans(platform);
        ChangeFeed feed = new ChangeFeed();
        NotificationsRegistration notifications = new NotificationsRegistration(beans, feed);
        new BatchesRegistration(beans, nothing(BatchAdministration.class));
        beans.register(
                () -> TransactionsRegistration.bean(
                        nothing(TransactionOversight.class), new AlarmBell(Optional::empty, (branch, state) -> {})),
                TransactionsMXBean.OBJECT_NAME);
        try {
            for (ObjectName name : platform.queryNames(new ObjectName("org.esbmt:*"), null)) {
                MBeanInfo info = platform.getMBeanInfo(name);
                assertThat(info.getDescription()).as(name.toString()).endsWith(".");
                for (MBeanOperationInfo operation : info.getOperations()) {
                    assertThat(operation.getSignature())
                            .extracting(MBeanParameterInfo::getName)
                            .noneMatch(parameter -> parameter.matches("p\\d+"));
                }
            }
            for (String emitter : List.of(NotificationsMXBean.OBJECT_NAME, TransactionsMXBean.OBJECT_NAME)) {
                assertThat(platform.getMBeanInfo(new ObjectName(emitter)).getNotifications())
                        .as(emitter)
                        .isNotEmpty();
                assertThat(platform.isInstanceOf(new ObjectName(emitter), "javax.management.NotificationEmitter"))
                        .isTrue();
            }
        } finally {
            notifications.unregister();
        }
    }

    private static <T> T nothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }
}
