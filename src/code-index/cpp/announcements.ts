/**
 * Forward declarations of C++ that announce classes and namespaces of libraries, such as `class QTreeView;`. Input: the
 * headers that a file includes, and the announcement; output: how sure it is that a compiler takes it for the class
 * itself.
 */
import { wordSet } from "../../base/word-list.ts";
import type { Declaration } from "../code-index.ts";
import type { Closure } from "./includes.ts";

/**
 * Tells whether a compiler takes the announcement `class QTreeView;` for the class: it does so if no header of a library has
 * declared the class before, and none defines it. Returns undefined if one may do so, else how sure it is that none does.
 *
 * @param closure what the open file sees
 * @param isOwn true for a declaration of the open file
 */
export function sureAnnouncement(
  name: string,
  declarations: readonly Declaration[],
  closure: Closure,
  isOwn: (declaration: Declaration) => boolean,
): "likely" | "name" | undefined {
  const first = closure.firstOf(declarations);
  if (first === undefined) return undefined;
  const word = plain(name);
  if (closure.librariesBefore(undefined).some((path) => plain(stemOf(path)) === word)) return undefined;
  const before = closure.librariesBefore(first);
  if (before.length === 0) return "likely";
  if (!isOwn(first)) return undefined;
  const isOfSame = before.some((path) => stemOf(path).charAt(0) === word.charAt(0));
  if (isOfSame && commonQtNames.has(name)) return undefined;
  return isOfSame ? "name" : "likely";
}

/**
 * True if a compiler reads the additions of the code base to a namespace of a library before the library itself: for the
 * compiler the namespace begins there.
 *
 * @param path the names of the namespace, outermost first
 */
export function beginsNamespace(
  path: readonly string[],
  declarations: readonly Declaration[],
  closure: Closure,
): boolean {
  const first = closure.firstOf(declarations);
  if (first === undefined || path[0] === "std") return false;
  return !closure.librariesBefore(first).some((header) => path.some((name) => isOfNamespace(header, name)));
}

/** True for `llvm/ADT/StringRef.h` or `fmt.h` and a namespace of that name. */
function isOfNamespace(header: string, name: string): boolean {
  const word = name.toLowerCase();
  return header.toLowerCase().startsWith(word) || stemOf(header).startsWith(word);
}

/** `qtreeview` of `QtWidgets/QTreeView` and of `qtreeview.h`. */
function stemOf(path: string): string {
  return path
    .replace(/^.*\//, "")
    .replace(/\.\w+$/, "")
    .toLowerCase();
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/**
 * Public classes that `<QWidget>` of Qt 5 and the headers that it includes declare: as a rule a header of Qt has declared them
 * before a code base announces them.
 */
const commonQtNames = wordSet(`
  QAction QActionEvent QApplication QBackingStore QBitArray QBitmap QBrush QByteArray QCborArray QCborMap QCborValue
  QChar QChildEvent QClipboard QCloseEvent QColor QColorSpace QColorTransform QColormap QConicalGradient
  QContextMenuEvent QCoreApplication QCursor QDataStream QDate QDateTime QDebug QDialog QDragEnterEvent QDragLeaveEvent
  QDragMoveEvent QDropEvent QEasingCurve QEvent QFocusEvent QFont QFontInfo QFontMetrics QFontMetricsF QGradient
  QGraphicsEffect QGraphicsProxyWidget QGuiApplication QHash QHideEvent QHoverEvent QIODevice QIcon QImage QImageReader
  QImageWriter QInputMethodEvent QJsonArray QJsonDocument QJsonObject QJsonValue QKeyEvent QKeySequence QLatin1String
  QLayout QLine QLineF QLinearGradient QLinkedList QList QLocale QLoggingCategory QMap QMatrix QMatrix4x4 QMessageLogger
  QMetaEnum QMetaMethod QMetaObject QMetaProperty QMetaType QModelIndex QMouseEvent QMoveEvent QMovie QMultiHash
  QMultiMap QObject QOpenGLContext QOpenGLWidget QPaintDevice QPaintEngine QPaintEvent QPainter QPainterPath QPair
  QPalette QPen QPersistentModelIndex QPicture QPixmap QPoint QPointF QPointer QPolygon QPolygonF QQuaternion QQueue
  QRadialGradient QRect QRectF QRegExp QRegion QRegularExpression QRegularExpressionMatch QResizeEvent
  QScopedArrayPointer QScreen QSet QSharedDataPointer QSharedPointer QShortcut QShowEvent QSize QSizeF QSizePolicy
  QStack QString QStringList QStringRef QStringView QStyle QTabletEvent QTextCodec QTextFormat QTextLayout QTextLength
  QTextLine QThread QTime QTimer QTimerEvent QTransform QUrl QUuid QVarLengthArray QVariant QVector QVector2D QVector3D
  QVector4D QWeakPointer QWheelEvent QWidget QWidgetItem QWindow
`);
