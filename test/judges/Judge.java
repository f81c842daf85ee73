// Java's verdict on each case of a folder: ID, tab, ok or refused, tab, reason.
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import sun.security.util.HostnameChecker;

public class Judge {
  static List<X509Certificate> certificates(Path path) throws Exception {
    List<X509Certificate> found = new ArrayList<>();
    if (!Files.exists(path)) return found;
    try (InputStream in = Files.newInputStream(path)) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        found.add((X509Certificate) one);
      }
    }
    return found;
  }

  static void judge(Path folder, String purpose, String host, String at) throws Exception {
    List<X509Certificate> chain = certificates(folder.resolve("leaf.pem"));
    chain.addAll(certificates(folder.resolve("untrusted.pem")));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int count = 0;
    for (X509Certificate one : certificates(folder.resolve("trusted.pem"))) {
      store.setCertificateEntry("trusted" + count++, one);
    }
    X509CertSelector selector = new X509CertSelector();
    selector.setCertificate(chain.get(0));
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(store, selector);
    parameters.setRevocationEnabled(false);
    parameters.setDate(new Date(Long.parseLong(at)));
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(new CertPathTrustManagerParameters(parameters));
    X509TrustManager manager = (X509TrustManager) factory.getTrustManagers()[0];
    X509Certificate[] served = chain.toArray(new X509Certificate[0]);
    if (purpose.equals("tls-client")) manager.checkClientTrusted(served, "EC");
    else manager.checkServerTrusted(served, "ECDHE_ECDSA");
    if (!host.isEmpty()) HostnameChecker.getInstance(HostnameChecker.TYPE_TLS).match(host, served[0]);
  }

  public static void main(String[] words) throws Exception {
    File[] folders = new File(words[0]).listFiles(File::isDirectory);
    Arrays.sort(folders);
    for (File folder : folders) {
      String[] one = Files.readString(folder.toPath().resolve("case")).split("\n", -1);
      String verdict = "ok\t";
      try {
        judge(folder.toPath(), one[1], one[2], one[3]);
      } catch (Exception error) {
        Throwable cause = error;
        while (cause.getCause() != null) cause = cause.getCause();
        verdict = "refused\t" + cause.getMessage().replace("\n", " ");
      }
      System.out.println(one[0] + "\t" + verdict);
    }
  }
}
