package org.esbmt.administration.jmx.internal.administration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.OpenType;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The descriptions that a console shows of each MBean of administration. */
class DescriptionsTest {
    private final MBeanServer platform = MBeanServerFactory.newMBeanServer();
    private AllMBeans all;

    @BeforeEach
    void register() throws Exception {
        all = new AllMBeans(new BusMBeans(platform), AllMBeans::nothing);
    }

    @AfterEach
    void unregister() throws Exception {
        all.close();
    }

    private MBeanInfo info(PublishedMBean bean) throws Exception {
        return platform.getMBeanInfo(new ObjectName(bean.objectName()));
    }

    @ParameterizedTest
    @EnumSource
    void everyOperationAndParameterIsDescribed(PublishedMBean bean) throws Exception {
        assertThat(info(bean).getDescription()).endsWith(".");
        for (MBeanOperationInfo operation : info(bean).getOperations()) {
            assertThat(operation.getDescription())
                    .as(operation.getName())
                    .endsWith(".")
                    .isNotEqualTo("Operation exposed for management");
            assertThat(operation.getDescriptor().getFieldValue("openType"))
                    .as(operation.getName())
                    .isInstanceOf(OpenType.class);
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                assertThat(parameter.getName()).as(operation.getName()).doesNotMatch("p\\d+");
                assertThat(parameter.getDescription())
                        .as(operation.getName() + " " + parameter.getName())
                        .isNotBlank();
                assertThat(parameter.getDescriptor().getFieldValue("openType"))
                        .as(operation.getName() + " " + parameter.getName())
                        .isInstanceOf(OpenType.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyAttributeSaysHowStaleItMayBe(PublishedMBean bean) throws Exception {
        for (MBeanAttributeInfo attribute : info(bean).getAttributes()) {
            assertThat(attribute.getDescription())
                    .as(attribute.getName())
                    .matches(".+\\. (Live|At most \\d+ s old|At most as old as [A-Z]\\w+ says)\\.");
        }
    }

    @Test
    void thereAreAttributes() throws Exception {
        assertThat(info(PublishedMBean.TRANSACTIONS).getAttributes()).hasSizeGreaterThan(5);
        assertThat(info(PublishedMBean.NOTIFICATIONS).getAttributes()).hasSize(1);
    }

    /** Every registered MBean is among those that the other tests check. */
    @Test
    void registeredMBeansAndTheirNotificationsAreDescribed() throws Exception {
        assertThat(platform.queryNames(new ObjectName("org.esbmt:*"), null))
                .extracting(ObjectName::getCanonicalName)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(PublishedMBean.values())
                        .map(PublishedMBean::objectName)
                        .toList());
        for (PublishedMBean emitter : List.of(PublishedMBean.NOTIFICATIONS, PublishedMBean.TRANSACTIONS)) {
            assertThat(info(emitter).getNotifications()).as(emitter.name()).isNotEmpty();
            assertThat(platform.isInstanceOf(
                            new ObjectName(emitter.objectName()), "javax.management.NotificationEmitter"))
                    .isTrue();
        }
    }
}
