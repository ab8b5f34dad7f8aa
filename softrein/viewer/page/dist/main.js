(()=>{var gd=0,rh=1,xd=2;var Ur=1,_d=2,Ns=3,ei=0,Le=1,we=2,dn=0,Us=1,ah=2,oh=3,lh=4,Os=5;var jn=100,yd=101,vd=102,Md=103,Sd=104,bd=200,yo=201,wd=202,Ad=203,ch=204,Or=205,Td=206,Ed=207,Rd=208,Cd=209,Id=210,Pd=211,Ld=212,Dd=213,Nd=214,Oa=0,Fa=1,Ba=2,Tn=3,ka=4,za=5,Ga=6,Va=7,hh=0,Ud=1,Od=2,Yi=0,uh=1,dh=2,fh=3,ph=4,mh=5,gh=6,xh=7;var _h=300,Qn=301,Fs=302,vo=303,Mo=304,Ha=1e3,Wi=1001,Wa=1002,Me=1003,Fd=1004;var Fr=1005;var Zt=1006,So=1007;var fn=1008;var be=1009,yh=1010,vh=1011,Bs=1012,bo=1013,Fi=1014,ai=1015,yi=1016,wo=1017,Ao=1018,ts=1020,Mh=35902,Sh=35899,bh=1021,wh=1022,oi=1023,on=1026,pn=1027,Pi=1028,To=1029,Zi=1030,Eo=1031;var Ro=1033,Br=33776,kr=33777,zr=33778,Gr=33779,Co=35840,Io=35841,Po=35842,Lo=35843,Do=36196,No=37492,Uo=37496,Oo=37488,Fo=37489,Vr=37490,Bo=37491,ko=37808,zo=37809,Go=37810,Vo=37811,Ho=37812,Wo=37813,Xo=37814,qo=37815,$o=37816,Yo=37817,Zo=37818,Jo=37819,Ko=37820,jo=37821,Qo=36492,tl=36494,el=36495,il=36283,nl=36284,Hr=36285,sl=36286;var or=2300,Xa=2301,Na=2302,Yc=2303,Zc=2400,Jc=2401,Kc=2402;var Bd=3200;var Ah=0,kd=1,mn="",pi="srgb",lr="srgb-linear",cr="linear",ne="srgb";var Ua=7680;var Th=5386;var Eh=514;var zd=519,Gd=512,Vd=513,Hd=514,Rh=515,Wd=516,Xd=517,Ch=518,Ih=519,qd=35044,Wr=35048;var ie="300 es",Ri=2e3,hr=2001;function Tm(s){for(let t=s.length-1;t>=0;--t)if(s[t]>=65535)return!0;return!1}function Em(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function ur(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function $d(){let s=ur("canvas");return s.style.display="block",s}var Ou={},ws=null;function Ph(...s){let t="THREE."+s.shift();ws?ws("log",t,...s):console.log(t,...s)}function Yd(s){let t=s[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=s[1];e&&e.isStackTrace?s[0]+=" "+e.getLocation():s[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return s}function It(...s){s=Yd(s);let t="THREE."+s.shift();if(ws)ws("warn",t,...s);else{let e=s[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...s)}}function Nt(...s){s=Yd(s);let t="THREE."+s.shift();if(ws)ws("error",t,...s);else{let e=s[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...s)}}function ir(...s){let t=s.join(" ");t in Ou||(Ou[t]=!0,It(...s))}function Zd(s,t,e){return new Promise(function(i,n){function r(){switch(s.clientWaitSync(t,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:n();break;case s.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:i()}}setTimeout(r,e)})}var Jd={[Oa]:Oa,[Ba]:Ga,[ka]:ka,[Tn]:za,[Fa]:Fa,[Ga]:Ba,[Va]:Va,[za]:Tn},Xi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[t]===void 0&&(i[t]=[]),i[t].indexOf(e)===-1&&i[t].push(e)}hasEventListener(t,e){let i=this._listeners;return i===void 0?!1:i[t]!==void 0&&i[t].indexOf(e)!==-1}removeEventListener(t,e){let i=this._listeners;if(i===void 0)return;let n=i[t];if(n!==void 0){let r=n.indexOf(e);r!==-1&&n.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let i=e[t.type];if(i!==void 0){t.target=this;let n=i.slice(0);for(let r=0,a=n.length;r<a;r++)n[r].call(this,t);t.target=null}}},Ye=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Fu=1234567,nr=Math.PI/180,As=180/Math.PI;function es(){let s=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Ye[s&255]+Ye[s>>8&255]+Ye[s>>16&255]+Ye[s>>24&255]+"-"+Ye[t&255]+Ye[t>>8&255]+"-"+Ye[t>>16&15|64]+Ye[t>>24&255]+"-"+Ye[e&63|128]+Ye[e>>8&255]+"-"+Ye[e>>16&255]+Ye[e>>24&255]+Ye[i&255]+Ye[i>>8&255]+Ye[i>>16&255]+Ye[i>>24&255]).toLowerCase()}function Ht(s,t,e){return Math.max(t,Math.min(e,s))}function Lh(s,t){return(s%t+t)%t}function Rm(s,t,e,i,n){return i+(s-t)*(n-i)/(e-t)}function Cm(s,t,e){return s!==t?(e-s)/(t-s):0}function sr(s,t,e){return(1-e)*s+e*t}function Im(s,t,e,i){return sr(s,t,1-Math.exp(-e*i))}function Pm(s,t=1){return t-Math.abs(Lh(s,t*2)-t)}function Lm(s,t,e){return s<=t?0:s>=e?1:(s=(s-t)/(e-t),s*s*(3-2*s))}function Dm(s,t,e){return s<=t?0:s>=e?1:(s=(s-t)/(e-t),s*s*s*(s*(s*6-15)+10))}function Nm(s,t){return s+Math.floor(Math.random()*(t-s+1))}function Um(s,t){return s+Math.random()*(t-s)}function Om(s){return s*(.5-Math.random())}function Fm(s){s!==void 0&&(Fu=s);let t=Fu+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Bm(s){return s*nr}function km(s){return s*As}function zm(s){return s>0&&Number.isInteger(s)&&2**Math.round(Math.log2(s))===s}function Gm(s){return Math.pow(2,Math.ceil(Math.log(s)/Math.LN2))}function Dh(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function Vm(s,t,e,i,n){let r=Math.cos,a=Math.sin,o=r(e/2),l=a(e/2),c=r((t+i)/2),h=a((t+i)/2),d=r((t-i)/2),u=a((t-i)/2),f=r((i-t)/2),p=a((i-t)/2);switch(n){case"XYX":s.set(o*h,l*d,l*u,o*c);break;case"YZY":s.set(l*u,o*h,l*d,o*c);break;case"ZXZ":s.set(l*d,l*u,o*h,o*c);break;case"XZX":s.set(o*h,l*p,l*f,o*c);break;case"YXY":s.set(l*f,o*h,l*p,o*c);break;case"ZYZ":s.set(l*p,l*f,o*h,o*c);break;default:It("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+n)}}function Nh(s){switch(s.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Kd(s,t){if(t.constructor===Float32Array)return s;let e=Nh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(s/e,-1)}function jd(s,t){if(t.constructor===Float32Array)return s;let e=Nh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(s*e)}var Nn={DEG2RAD:nr,RAD2DEG:As,generateUUID:es,clamp:Ht,euclideanModulo:Lh,mapLinear:Rm,inverseLerp:Cm,lerp:sr,damp:Im,pingpong:Pm,smoothstep:Lm,smootherstep:Dm,randInt:Nm,randFloat:Um,randFloatSpread:Om,seededRandom:Fm,degToRad:Bm,radToDeg:km,isPowerOfTwo:zm,ceilPowerOfTwo:Gm,floorPowerOfTwo:Dh,setQuaternionFromProperEuler:Vm,normalize:jd,denormalize:Kd},ht=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,i=this.y,n=t.elements;return this.x=n[0]*e+n[3]*i+n[6],this.y=n[1]*e+n[4]*i+n[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Ht(this.x,t.x,e.x),this.y=Ht(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=Ht(this.x,t,e),this.y=Ht(this.y,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Ht(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Ht(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y;return e*e+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let i=Math.cos(e),n=Math.sin(e),r=this.x-t.x,a=this.y-t.y;return this.x=r*i-a*n+t.x,this.y=r*n+a*i+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},mi=class{constructor(t=0,e=0,i=0,n=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=i,this._w=n}static slerpFlat(t,e,i,n,r,a,o){let l=i[n+0],c=i[n+1],h=i[n+2],d=i[n+3],u=r[a+0],f=r[a+1],p=r[a+2],y=r[a+3];if(d!==y||l!==u||c!==f||h!==p){let m=l*u+c*f+h*p+d*y;m<0&&(u=-u,f=-f,p=-p,y=-y,m=-m);let g=1-o;if(m<.9995){let _=Math.acos(m),S=Math.sin(_);g=Math.sin(g*_)/S,o=Math.sin(o*_)/S,l=l*g+u*o,c=c*g+f*o,h=h*g+p*o,d=d*g+y*o}else{l=l*g+u*o,c=c*g+f*o,h=h*g+p*o,d=d*g+y*o;let _=1/Math.sqrt(l*l+c*c+h*h+d*d);l*=_,c*=_,h*=_,d*=_}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=d}static multiplyQuaternionsFlat(t,e,i,n,r,a){let o=i[n],l=i[n+1],c=i[n+2],h=i[n+3],d=r[a],u=r[a+1],f=r[a+2],p=r[a+3];return t[e]=o*p+h*d+l*f-c*u,t[e+1]=l*p+h*u+c*d-o*f,t[e+2]=c*p+h*f+o*u-l*d,t[e+3]=h*p-o*d-l*u-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,i,n){return this._x=t,this._y=e,this._z=i,this._w=n,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let i=t._x,n=t._y,r=t._z,a=t._order,o=Math.cos,l=Math.sin,c=o(i/2),h=o(n/2),d=o(r/2),u=l(i/2),f=l(n/2),p=l(r/2);switch(a){case"XYZ":this._x=u*h*d+c*f*p,this._y=c*f*d-u*h*p,this._z=c*h*p+u*f*d,this._w=c*h*d-u*f*p;break;case"YXZ":this._x=u*h*d+c*f*p,this._y=c*f*d-u*h*p,this._z=c*h*p-u*f*d,this._w=c*h*d+u*f*p;break;case"ZXY":this._x=u*h*d-c*f*p,this._y=c*f*d+u*h*p,this._z=c*h*p+u*f*d,this._w=c*h*d-u*f*p;break;case"ZYX":this._x=u*h*d-c*f*p,this._y=c*f*d+u*h*p,this._z=c*h*p-u*f*d,this._w=c*h*d+u*f*p;break;case"YZX":this._x=u*h*d+c*f*p,this._y=c*f*d+u*h*p,this._z=c*h*p-u*f*d,this._w=c*h*d-u*f*p;break;case"XZY":this._x=u*h*d-c*f*p,this._y=c*f*d-u*h*p,this._z=c*h*p+u*f*d,this._w=c*h*d+u*f*p;break;default:It("Quaternion: .setFromEuler() encountered an unknown order: "+a)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let i=e/2,n=Math.sin(i);return this._x=t.x*n,this._y=t.y*n,this._z=t.z*n,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,i=e[0],n=e[4],r=e[8],a=e[1],o=e[5],l=e[9],c=e[2],h=e[6],d=e[10],u=i+o+d;if(u>0){let f=.5/Math.sqrt(u+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(a-n)*f}else if(i>o&&i>d){let f=2*Math.sqrt(1+i-o-d);this._w=(h-l)/f,this._x=.25*f,this._y=(n+a)/f,this._z=(r+c)/f}else if(o>d){let f=2*Math.sqrt(1+o-i-d);this._w=(r-c)/f,this._x=(n+a)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+d-i-o);this._w=(a-n)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let i=t.dot(e)+1;return i<1e-8?(i=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=i):(this._x=0,this._y=-t.z,this._z=t.y,this._w=i)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=i),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Ht(this.dot(t),-1,1)))}rotateTowards(t,e){let i=this.angleTo(t);if(i===0)return this;let n=Math.min(1,e/i);return this.slerp(t,n),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let i=t._x,n=t._y,r=t._z,a=t._w,o=e._x,l=e._y,c=e._z,h=e._w;return this._x=i*h+a*o+n*c-r*l,this._y=n*h+a*l+r*o-i*c,this._z=r*h+a*c+i*l-n*o,this._w=a*h-i*o-n*l-r*c,this._onChangeCallback(),this}slerp(t,e){let i=t._x,n=t._y,r=t._z,a=t._w,o=this.dot(t);o<0&&(i=-i,n=-n,r=-r,a=-a,o=-o);let l=1-e;if(o<.9995){let c=Math.acos(o),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+i*e,this._y=this._y*l+n*e,this._z=this._z*l+r*e,this._w=this._w*l+a*e,this._onChangeCallback()}else this._x=this._x*l+i*e,this._y=this._y*l+n*e,this._z=this._z*l+r*e,this._w=this._w*l+a*e,this.normalize();return this}slerpQuaternions(t,e,i){return this.copy(t).slerp(e,i)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),i=Math.random(),n=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(n*Math.sin(t),n*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},E=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,i=0){this.x=t,this.y=e,this.z=i}set(t,e,i){return i===void 0&&(i=this.z),this.x=t,this.y=e,this.z=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Bu.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Bu.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,i=this.y,n=this.z,r=t.elements;return this.x=r[0]*e+r[3]*i+r[6]*n,this.y=r[1]*e+r[4]*i+r[7]*n,this.z=r[2]*e+r[5]*i+r[8]*n,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,i=this.y,n=this.z,r=t.elements,a=1/(r[3]*e+r[7]*i+r[11]*n+r[15]);return this.x=(r[0]*e+r[4]*i+r[8]*n+r[12])*a,this.y=(r[1]*e+r[5]*i+r[9]*n+r[13])*a,this.z=(r[2]*e+r[6]*i+r[10]*n+r[14])*a,this}applyQuaternion(t){let e=this.x,i=this.y,n=this.z,r=t.x,a=t.y,o=t.z,l=t.w,c=2*(a*n-o*i),h=2*(o*e-r*n),d=2*(r*i-a*e);return this.x=e+l*c+a*d-o*h,this.y=i+l*h+o*c-r*d,this.z=n+l*d+r*h-a*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,i=this.y,n=this.z,r=t.elements;return this.x=r[0]*e+r[4]*i+r[8]*n,this.y=r[1]*e+r[5]*i+r[9]*n,this.z=r[2]*e+r[6]*i+r[10]*n,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Ht(this.x,t.x,e.x),this.y=Ht(this.y,t.y,e.y),this.z=Ht(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=Ht(this.x,t,e),this.y=Ht(this.y,t,e),this.z=Ht(this.z,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Ht(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let i=t.x,n=t.y,r=t.z,a=e.x,o=e.y,l=e.z;return this.x=n*l-r*o,this.y=r*a-i*l,this.z=i*o-n*a,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let i=t.dot(this)/e;return this.copy(t).multiplyScalar(i)}projectOnPlane(t){return Ac.copy(this).projectOnVector(t),this.sub(Ac)}reflect(t){return this.sub(Ac.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Ht(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y,n=this.z-t.z;return e*e+i*i+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,i){let n=Math.sin(e)*t;return this.x=n*Math.sin(i),this.y=Math.cos(e)*t,this.z=n*Math.cos(i),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,i){return this.x=t*Math.sin(e),this.y=i,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),i=this.setFromMatrixColumn(t,1).length(),n=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=i,this.z=n,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,i=Math.sqrt(1-e*e);return this.x=i*Math.cos(t),this.y=e,this.z=i*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Ac=new E,Bu=new mi,Ut=class{static{this.prototype.isMatrix3=!0}constructor(t,e,i,n,r,a,o,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,i,n,r,a,o,l,c)}set(t,e,i,n,r,a,o,l,c){let h=this.elements;return h[0]=t,h[1]=n,h[2]=o,h[3]=e,h[4]=r,h[5]=l,h[6]=i,h[7]=a,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],this}extractBasis(t,e,i){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,n=e.elements,r=this.elements,a=i[0],o=i[3],l=i[6],c=i[1],h=i[4],d=i[7],u=i[2],f=i[5],p=i[8],y=n[0],m=n[3],g=n[6],_=n[1],S=n[4],v=n[7],T=n[2],A=n[5],x=n[8];return r[0]=a*y+o*_+l*T,r[3]=a*m+o*S+l*A,r[6]=a*g+o*v+l*x,r[1]=c*y+h*_+d*T,r[4]=c*m+h*S+d*A,r[7]=c*g+h*v+d*x,r[2]=u*y+f*_+p*T,r[5]=u*m+f*S+p*A,r[8]=u*g+f*v+p*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[1],n=t[2],r=t[3],a=t[4],o=t[5],l=t[6],c=t[7],h=t[8];return e*a*h-e*o*c-i*r*h+i*o*l+n*r*c-n*a*l}invert(){let t=this.elements,e=t[0],i=t[1],n=t[2],r=t[3],a=t[4],o=t[5],l=t[6],c=t[7],h=t[8],d=h*a-o*c,u=o*l-h*r,f=c*r-a*l,p=e*d+i*u+n*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=d*y,t[1]=(n*c-h*i)*y,t[2]=(o*i-n*a)*y,t[3]=u*y,t[4]=(h*e-n*l)*y,t[5]=(n*r-o*e)*y,t[6]=f*y,t[7]=(i*l-c*e)*y,t[8]=(a*e-i*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,i,n,r,a,o){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*a+c*o)+a+t,-n*c,n*l,-n*(-c*a+l*o)+o+e,0,0,1),this}scale(t,e){return ir("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Tc.makeScale(t,e)),this}rotate(t){return ir("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Tc.makeRotation(-t)),this}translate(t,e){return ir("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Tc.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,i,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,i=t.elements;for(let n=0;n<9;n++)if(e[n]!==i[n])return!1;return!0}fromArray(t,e=0){for(let i=0;i<9;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Tc=new Ut,ku=new Ut().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),zu=new Ut().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Hm(){let s={enabled:!0,workingColorSpace:lr,spaces:{},convert:function(n,r,a){return this.enabled===!1||r===a||!r||!a||(this.spaces[r].transfer===ne&&(n.r=an(n.r),n.g=an(n.g),n.b=an(n.b)),this.spaces[r].primaries!==this.spaces[a].primaries&&(n.applyMatrix3(this.spaces[r].toXYZ),n.applyMatrix3(this.spaces[a].fromXYZ)),this.spaces[a].transfer===ne&&(n.r=Ss(n.r),n.g=Ss(n.g),n.b=Ss(n.b))),n},workingToColorSpace:function(n,r){return this.convert(n,this.workingColorSpace,r)},colorSpaceToWorking:function(n,r){return this.convert(n,r,this.workingColorSpace)},getPrimaries:function(n){return this.spaces[n].primaries},getTransfer:function(n){return n===mn?cr:this.spaces[n].transfer},getToneMappingMode:function(n){return this.spaces[n].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(n,r=this.workingColorSpace){return n.fromArray(this.spaces[r].luminanceCoefficients)},define:function(n){Object.assign(this.spaces,n)},_getMatrix:function(n,r,a){return n.copy(this.spaces[a].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(n){return this.spaces[n].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(n=this.workingColorSpace){return this.spaces[n].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],i=[.3127,.329];return s.define({[lr]:{primaries:t,whitePoint:i,transfer:cr,toXYZ:ku,fromXYZ:zu,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:pi},outputColorSpaceConfig:{drawingBufferColorSpace:pi}},[pi]:{primaries:t,whitePoint:i,transfer:ne,toXYZ:ku,fromXYZ:zu,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:pi}}}),s}var Yt=Hm();function an(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function Ss(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var cs,qa=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let i;if(t instanceof HTMLCanvasElement)i=t;else{cs===void 0&&(cs=ur("canvas")),cs.width=t.width,cs.height=t.height;let n=cs.getContext("2d");t instanceof ImageData?n.putImageData(t,0,0):n.drawImage(t,0,0,t.width,t.height),i=cs}return i.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ur("canvas");e.width=t.width,e.height=t.height;let i=e.getContext("2d");i.drawImage(t,0,0,t.width,t.height);let n=i.getImageData(0,0,t.width,t.height),r=n.data;for(let a=0;a<r.length;a++)r[a]=an(r[a]/255)*255;return i.putImageData(n,0,0),e}else if(t.data){let e=t.data.slice(0);for(let i=0;i<e.length;i++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[i]=Math.floor(an(e[i]/255)*255):e[i]=an(e[i]);return{data:e,width:t.width,height:t.height}}else return It("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Wm=0,Ts=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Wm++}),this.uuid=es(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let i={uuid:this.uuid,url:""},n=this.data;if(n!==null){let r;if(Array.isArray(n)){r=[];for(let a=0,o=n.length;a<o;a++)n[a].isDataTexture?r.push(Ec(n[a].image)):r.push(Ec(n[a]))}else r=Ec(n);i.url=r}return e||(t.images[this.uuid]=i),i}};function Ec(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?qa.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(It("Texture: Unable to serialize Texture."),{})}var Xm=0,Rc=new E,ri=class s extends Xi{constructor(t=s.DEFAULT_IMAGE,e=s.DEFAULT_MAPPING,i=Wi,n=Wi,r=Zt,a=fn,o=oi,l=be,c=s.DEFAULT_ANISOTROPY,h=mn){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Xm++}),this.uuid=es(),this.name="",this.source=new Ts(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=i,this.wrapT=n,this.magFilter=r,this.minFilter=a,this.anisotropy=c,this.format=o,this.internalFormat=null,this.type=l,this.offset=new ht(0,0),this.repeat=new ht(1,1),this.center=new ht(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Ut,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Rc).x}get height(){return this.source.getSize(Rc).y}get depth(){return this.source.getSize(Rc).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let i=t[e];if(i===void 0){It(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let n=this[e];if(n===void 0){It(`Texture.setValues(): property '${e}' does not exist.`);continue}n&&i&&n.isVector2&&i.isVector2||n&&i&&n.isVector3&&i.isVector3||n&&i&&n.isMatrix3&&i.isMatrix3?n.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),e||(t.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==_h)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ha:t.x=t.x-Math.floor(t.x);break;case Wi:t.x=t.x<0?0:1;break;case Wa:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ha:t.y=t.y-Math.floor(t.y);break;case Wi:t.y=t.y<0?0:1;break;case Wa:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};ri.DEFAULT_IMAGE=null;ri.DEFAULT_MAPPING=_h;ri.DEFAULT_ANISOTROPY=1;var ce=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,i=0,n=1){this.x=t,this.y=e,this.z=i,this.w=n}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,i,n){return this.x=t,this.y=e,this.z=i,this.w=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,i=this.y,n=this.z,r=this.w,a=t.elements;return this.x=a[0]*e+a[4]*i+a[8]*n+a[12]*r,this.y=a[1]*e+a[5]*i+a[9]*n+a[13]*r,this.z=a[2]*e+a[6]*i+a[10]*n+a[14]*r,this.w=a[3]*e+a[7]*i+a[11]*n+a[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,i,n,r,l=t.elements,c=l[0],h=l[4],d=l[8],u=l[1],f=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-u)<.01&&Math.abs(d-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let S=(c+1)/2,v=(f+1)/2,T=(g+1)/2,A=(h+u)/4,x=(d+y)/4,w=(p+m)/4;return S>v&&S>T?S<.01?(i=0,n=.707106781,r=.707106781):(i=Math.sqrt(S),n=A/i,r=x/i):v>T?v<.01?(i=.707106781,n=0,r=.707106781):(n=Math.sqrt(v),i=A/n,r=w/n):T<.01?(i=.707106781,n=.707106781,r=0):(r=Math.sqrt(T),i=x/r,n=w/r),this.set(i,n,r,e),this}let _=Math.sqrt((m-p)*(m-p)+(d-y)*(d-y)+(u-h)*(u-h));return Math.abs(_)<.001&&(_=1),this.x=(m-p)/_,this.y=(d-y)/_,this.z=(u-h)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Ht(this.x,t.x,e.x),this.y=Ht(this.y,t.y,e.y),this.z=Ht(this.z,t.z,e.z),this.w=Ht(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=Ht(this.x,t,e),this.y=Ht(this.y,t,e),this.z=Ht(this.z,t,e),this.w=Ht(this.w,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Ht(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this.w=t.w+(e.w-t.w)*i,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},$a=class extends Xi{constructor(t=1,e=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Zt,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=i.depth,this.scissor=new ce(0,0,t,e),this.scissorTest=!1,this.viewport=new ce(0,0,t,e),this.textures=[];let n=i.count;for(let r=0;r<n;r++)this.textures[r]=new ri({width:t,height:e,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Zt,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,i=1){if(this.width!==t||this.height!==e||this.depth!==i){this.width=t,this.height=e,this.depth=i;for(let n=0,r=this.textures.length;n<r;n++)this.textures[n].image.width=t,this.textures[n].image.height=e,this.textures[n].image.depth=i,this.textures[n].isData3DTexture!==!0&&(this.textures[n].isArrayTexture=this.textures[n].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,i=t.textures.length;e<i;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let n=Object.assign({},t.textures[e].image);this.textures[e].source=new Ts(n)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},Se=class extends $a{constructor(t=1,e=1,i={}){super(t,e,i),this.isWebGLRenderTarget=!0}},Xn=class extends ri{constructor(t=null,e=1,i=1,n=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:i,depth:n},this.magFilter=Me,this.minFilter=Me,this.wrapR=Wi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Es=class extends ri{constructor(t=null,e=1,i=1,n=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:i,depth:n},this.magFilter=Me,this.minFilter=Me,this.wrapR=Wi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Qt=class s{static{this.prototype.isMatrix4=!0}constructor(t,e,i,n,r,a,o,l,c,h,d,u,f,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,i,n,r,a,o,l,c,h,d,u,f,p,y,m)}set(t,e,i,n,r,a,o,l,c,h,d,u,f,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=i,g[12]=n,g[1]=r,g[5]=a,g[9]=o,g[13]=l,g[2]=c,g[6]=h,g[10]=d,g[14]=u,g[3]=f,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],e[9]=i[9],e[10]=i[10],e[11]=i[11],e[12]=i[12],e[13]=i[13],e[14]=i[14],e[15]=i[15],this}copyPosition(t){let e=this.elements,i=t.elements;return e[12]=i[12],e[13]=i[13],e[14]=i[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,i){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),i.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(t,e,i){return this.set(t.x,e.x,i.x,0,t.y,e.y,i.y,0,t.z,e.z,i.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,i=t.elements,n=1/hs.setFromMatrixColumn(t,0).length(),r=1/hs.setFromMatrixColumn(t,1).length(),a=1/hs.setFromMatrixColumn(t,2).length();return e[0]=i[0]*n,e[1]=i[1]*n,e[2]=i[2]*n,e[3]=0,e[4]=i[4]*r,e[5]=i[5]*r,e[6]=i[6]*r,e[7]=0,e[8]=i[8]*a,e[9]=i[9]*a,e[10]=i[10]*a,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,i=t.x,n=t.y,r=t.z,a=Math.cos(i),o=Math.sin(i),l=Math.cos(n),c=Math.sin(n),h=Math.cos(r),d=Math.sin(r);if(t.order==="XYZ"){let u=a*h,f=a*d,p=o*h,y=o*d;e[0]=l*h,e[4]=-l*d,e[8]=c,e[1]=f+p*c,e[5]=u-y*c,e[9]=-o*l,e[2]=y-u*c,e[6]=p+f*c,e[10]=a*l}else if(t.order==="YXZ"){let u=l*h,f=l*d,p=c*h,y=c*d;e[0]=u+y*o,e[4]=p*o-f,e[8]=a*c,e[1]=a*d,e[5]=a*h,e[9]=-o,e[2]=f*o-p,e[6]=y+u*o,e[10]=a*l}else if(t.order==="ZXY"){let u=l*h,f=l*d,p=c*h,y=c*d;e[0]=u-y*o,e[4]=-a*d,e[8]=p+f*o,e[1]=f+p*o,e[5]=a*h,e[9]=y-u*o,e[2]=-a*c,e[6]=o,e[10]=a*l}else if(t.order==="ZYX"){let u=a*h,f=a*d,p=o*h,y=o*d;e[0]=l*h,e[4]=p*c-f,e[8]=u*c+y,e[1]=l*d,e[5]=y*c+u,e[9]=f*c-p,e[2]=-c,e[6]=o*l,e[10]=a*l}else if(t.order==="YZX"){let u=a*l,f=a*c,p=o*l,y=o*c;e[0]=l*h,e[4]=y-u*d,e[8]=p*d+f,e[1]=d,e[5]=a*h,e[9]=-o*h,e[2]=-c*h,e[6]=f*d+p,e[10]=u-y*d}else if(t.order==="XZY"){let u=a*l,f=a*c,p=o*l,y=o*c;e[0]=l*h,e[4]=-d,e[8]=c*h,e[1]=u*d+y,e[5]=a*h,e[9]=f*d-p,e[2]=p*d-f,e[6]=o*h,e[10]=y*d+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(qm,t,$m)}lookAt(t,e,i){let n=this.elements;return di.subVectors(t,e),di.lengthSq()===0&&(di.z=1),di.normalize(),vn.crossVectors(i,di),vn.lengthSq()===0&&(Math.abs(i.z)===1?di.x+=1e-4:di.z+=1e-4,di.normalize(),vn.crossVectors(i,di)),vn.normalize(),ha.crossVectors(di,vn),n[0]=vn.x,n[4]=ha.x,n[8]=di.x,n[1]=vn.y,n[5]=ha.y,n[9]=di.y,n[2]=vn.z,n[6]=ha.z,n[10]=di.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,n=e.elements,r=this.elements,a=i[0],o=i[4],l=i[8],c=i[12],h=i[1],d=i[5],u=i[9],f=i[13],p=i[2],y=i[6],m=i[10],g=i[14],_=i[3],S=i[7],v=i[11],T=i[15],A=n[0],x=n[4],w=n[8],L=n[12],C=n[1],D=n[5],U=n[9],F=n[13],I=n[2],z=n[6],W=n[10],V=n[14],Q=n[3],H=n[7],Z=n[11],tt=n[15];return r[0]=a*A+o*C+l*I+c*Q,r[4]=a*x+o*D+l*z+c*H,r[8]=a*w+o*U+l*W+c*Z,r[12]=a*L+o*F+l*V+c*tt,r[1]=h*A+d*C+u*I+f*Q,r[5]=h*x+d*D+u*z+f*H,r[9]=h*w+d*U+u*W+f*Z,r[13]=h*L+d*F+u*V+f*tt,r[2]=p*A+y*C+m*I+g*Q,r[6]=p*x+y*D+m*z+g*H,r[10]=p*w+y*U+m*W+g*Z,r[14]=p*L+y*F+m*V+g*tt,r[3]=_*A+S*C+v*I+T*Q,r[7]=_*x+S*D+v*z+T*H,r[11]=_*w+S*U+v*W+T*Z,r[15]=_*L+S*F+v*V+T*tt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[4],n=t[8],r=t[12],a=t[1],o=t[5],l=t[9],c=t[13],h=t[2],d=t[6],u=t[10],f=t[14],p=t[3],y=t[7],m=t[11],g=t[15],_=l*f-c*u,S=o*f-c*d,v=o*u-l*d,T=a*f-c*h,A=a*u-l*h,x=a*d-o*h;return e*(y*_-m*S+g*v)-i*(p*_-m*T+g*A)+n*(p*S-y*T+g*x)-r*(p*v-y*A+m*x)}determinantAffine(){let t=this.elements,e=t[0],i=t[4],n=t[8],r=t[1],a=t[5],o=t[9],l=t[2],c=t[6],h=t[10];return e*(a*h-o*c)-i*(r*h-o*l)+n*(r*c-a*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,i){let n=this.elements;return t.isVector3?(n[12]=t.x,n[13]=t.y,n[14]=t.z):(n[12]=t,n[13]=e,n[14]=i),this}invert(){let t=this.elements,e=t[0],i=t[1],n=t[2],r=t[3],a=t[4],o=t[5],l=t[6],c=t[7],h=t[8],d=t[9],u=t[10],f=t[11],p=t[12],y=t[13],m=t[14],g=t[15],_=e*o-i*a,S=e*l-n*a,v=e*c-r*a,T=i*l-n*o,A=i*c-r*o,x=n*c-r*l,w=h*y-d*p,L=h*m-u*p,C=h*g-f*p,D=d*m-u*y,U=d*g-f*y,F=u*g-f*m,I=_*F-S*U+v*D+T*C-A*L+x*w;if(I===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let z=1/I;return t[0]=(o*F-l*U+c*D)*z,t[1]=(n*U-i*F-r*D)*z,t[2]=(y*x-m*A+g*T)*z,t[3]=(u*A-d*x-f*T)*z,t[4]=(l*C-a*F-c*L)*z,t[5]=(e*F-n*C+r*L)*z,t[6]=(m*v-p*x-g*S)*z,t[7]=(h*x-u*v+f*S)*z,t[8]=(a*U-o*C+c*w)*z,t[9]=(i*C-e*U-r*w)*z,t[10]=(p*A-y*v+g*_)*z,t[11]=(d*v-h*A-f*_)*z,t[12]=(o*L-a*D-l*w)*z,t[13]=(e*D-i*L+n*w)*z,t[14]=(y*S-p*T-m*_)*z,t[15]=(h*T-d*S+u*_)*z,this}scale(t){let e=this.elements,i=t.x,n=t.y,r=t.z;return e[0]*=i,e[4]*=n,e[8]*=r,e[1]*=i,e[5]*=n,e[9]*=r,e[2]*=i,e[6]*=n,e[10]*=r,e[3]*=i,e[7]*=n,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],i=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],n=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,i,n))}makeTranslation(t,e,i){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,i,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),i=Math.sin(t);return this.set(1,0,0,0,0,e,-i,0,0,i,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,0,i,0,0,1,0,0,-i,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,0,i,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let i=Math.cos(e),n=Math.sin(e),r=1-i,a=t.x,o=t.y,l=t.z,c=r*a,h=r*o;return this.set(c*a+i,c*o-n*l,c*l+n*o,0,c*o+n*l,h*o+i,h*l-n*a,0,c*l-n*o,h*l+n*a,r*l*l+i,0,0,0,0,1),this}makeScale(t,e,i){return this.set(t,0,0,0,0,e,0,0,0,0,i,0,0,0,0,1),this}makeShear(t,e,i,n,r,a){return this.set(1,i,r,0,t,1,a,0,e,n,1,0,0,0,0,1),this}compose(t,e,i){let n=this.elements,r=e._x,a=e._y,o=e._z,l=e._w,c=r+r,h=a+a,d=o+o,u=r*c,f=r*h,p=r*d,y=a*h,m=a*d,g=o*d,_=l*c,S=l*h,v=l*d,T=i.x,A=i.y,x=i.z;return n[0]=(1-(y+g))*T,n[1]=(f+v)*T,n[2]=(p-S)*T,n[3]=0,n[4]=(f-v)*A,n[5]=(1-(u+g))*A,n[6]=(m+_)*A,n[7]=0,n[8]=(p+S)*x,n[9]=(m-_)*x,n[10]=(1-(u+y))*x,n[11]=0,n[12]=t.x,n[13]=t.y,n[14]=t.z,n[15]=1,this}decompose(t,e,i){let n=this.elements;t.x=n[12],t.y=n[13],t.z=n[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),e.identity(),this;let a=hs.set(n[0],n[1],n[2]).length(),o=hs.set(n[4],n[5],n[6]).length(),l=hs.set(n[8],n[9],n[10]).length();r<0&&(a=-a),Di.copy(this);let c=1/a,h=1/o,d=1/l;return Di.elements[0]*=c,Di.elements[1]*=c,Di.elements[2]*=c,Di.elements[4]*=h,Di.elements[5]*=h,Di.elements[6]*=h,Di.elements[8]*=d,Di.elements[9]*=d,Di.elements[10]*=d,e.setFromRotationMatrix(Di),i.x=a,i.y=o,i.z=l,this}makePerspective(t,e,i,n,r,a,o=Ri,l=!1){let c=this.elements,h=2*r/(e-t),d=2*r/(i-n),u=(e+t)/(e-t),f=(i+n)/(i-n),p,y;if(l)p=r/(a-r),y=a*r/(a-r);else if(o===Ri)p=-(a+r)/(a-r),y=-2*a*r/(a-r);else if(o===hr)p=-a/(a-r),y=-a*r/(a-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+o);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=d,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,i,n,r,a,o=Ri,l=!1){let c=this.elements,h=2/(e-t),d=2/(i-n),u=-(e+t)/(e-t),f=-(i+n)/(i-n),p,y;if(l)p=1/(a-r),y=a/(a-r);else if(o===Ri)p=-2/(a-r),y=-(a+r)/(a-r);else if(o===hr)p=-1/(a-r),y=-r/(a-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+o);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=d,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,i=t.elements;for(let n=0;n<16;n++)if(e[n]!==i[n])return!1;return!0}fromArray(t,e=0){for(let i=0;i<16;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t[e+9]=i[9],t[e+10]=i[10],t[e+11]=i[11],t[e+12]=i[12],t[e+13]=i[13],t[e+14]=i[14],t[e+15]=i[15],t}},hs=new E,Di=new Qt,qm=new E(0,0,0),$m=new E(1,1,1),vn=new E,ha=new E,di=new E,Gu=new Qt,Vu=new mi,En=class s{constructor(t=0,e=0,i=0,n=s.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=i,this._order=n}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,i,n=this._order){return this._x=t,this._y=e,this._z=i,this._order=n,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,i=!0){let n=t.elements,r=n[0],a=n[4],o=n[8],l=n[1],c=n[5],h=n[9],d=n[2],u=n[6],f=n[10];switch(e){case"XYZ":this._y=Math.asin(Ht(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-a,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Ht(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(o,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(Ht(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,f),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Ht(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-a,c));break;case"YZX":this._z=Math.asin(Ht(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(o,f));break;case"XZY":this._z=Math.asin(-Ht(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(o,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:It("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,i===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,i){return Gu.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Gu,e,i)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Vu.setFromEuler(this),this.setFromQuaternion(Vu,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};En.DEFAULT_ORDER="XYZ";var Rs=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Ym=0,Hu=new E,us=new mi,tn=new Qt,ua=new E,Js=new E,Zm=new E,Jm=new mi,Wu=new E(1,0,0),Xu=new E(0,1,0),qu=new E(0,0,1),$u={type:"added"},Km={type:"removed"},ds={type:"childadded",child:null},Cc={type:"childremoved",child:null},gi=class s extends Xi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Ym++}),this.uuid=es(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let t=new E,e=new En,i=new mi,n=new E(1,1,1);function r(){i.setFromEuler(e,!1)}function a(){e.setFromQuaternion(i,void 0,!1)}e._onChange(r),i._onChange(a),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:n},modelViewMatrix:{value:new Qt},normalMatrix:{value:new Ut}}),this.matrix=new Qt,this.matrixWorld=new Qt,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Rs,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return us.setFromAxisAngle(t,e),this.quaternion.multiply(us),this}rotateOnWorldAxis(t,e){return us.setFromAxisAngle(t,e),this.quaternion.premultiply(us),this}rotateX(t){return this.rotateOnAxis(Wu,t)}rotateY(t){return this.rotateOnAxis(Xu,t)}rotateZ(t){return this.rotateOnAxis(qu,t)}translateOnAxis(t,e){return Hu.copy(t).applyQuaternion(this.quaternion),this.position.add(Hu.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Wu,t)}translateY(t){return this.translateOnAxis(Xu,t)}translateZ(t){return this.translateOnAxis(qu,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(tn.copy(this.matrixWorld).invert())}lookAt(t,e,i){t.isVector3?ua.copy(t):ua.set(t,e,i);let n=this.parent;this.updateWorldMatrix(!0,!1),Js.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?tn.lookAt(Js,ua,this.up):tn.lookAt(ua,Js,this.up),this.quaternion.setFromRotationMatrix(tn),n&&(tn.extractRotation(n.matrixWorld),us.setFromRotationMatrix(tn),this.quaternion.premultiply(us.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(Nt("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent($u),ds.child=t,this.dispatchEvent(ds),ds.child=null):Nt("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Km),Cc.child=t,this.dispatchEvent(Cc),Cc.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),tn.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),tn.multiply(t.parent.matrixWorld)),t.applyMatrix4(tn),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent($u),ds.child=t,this.dispatchEvent(ds),ds.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let i=0,n=this.children.length;i<n;i++){let a=this.children[i].getObjectByProperty(t,e);if(a!==void 0)return a}}getObjectsByProperty(t,e,i=[]){this[t]===e&&i.push(this);let n=this.children;for(let r=0,a=n.length;r<a;r++)n[r].getObjectsByProperty(t,e,i);return i}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Js,t,Zm),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Js,Jm,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let i=0,n=e.length;i<n;i++)e[i].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let i=0,n=e.length;i<n;i++)e[i].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,i=t.y,n=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*i-r[8]*n,r[13]+=i-r[1]*e-r[5]*i-r[9]*n,r[14]+=n-r[2]*e-r[6]*i-r[10]*n}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let i=0,n=e.length;i<n;i++)e[i].updateMatrixWorld(t)}updateWorldMatrix(t,e,i=!1){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),e===!0){let r=this.children;for(let a=0,o=r.length;a<o;a++)r[a].updateWorldMatrix(!1,!0,i)}}toJSON(t){let e=t===void 0||typeof t=="string",i={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let n={};n.uuid=this.uuid,n.type=this.type,n.name=this.name,n.castShadow=this.castShadow,n.receiveShadow=this.receiveShadow,n.visible=this.visible,n.frustumCulled=this.frustumCulled,n.renderOrder=this.renderOrder,n.static=this.static,n.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(n.userData=this.userData),n.layers=this.layers.mask,n.matrix=this.matrix.toArray(),n.up=this.up.toArray(),this.pivot!==null&&(n.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(n.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(n.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(n.type="InstancedMesh",n.count=this.count,n.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(n.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(n.type="BatchedMesh",n.perObjectFrustumCulled=this.perObjectFrustumCulled,n.sortObjects=this.sortObjects,n.drawRanges=this._drawRanges,n.reservedRanges=this._reservedRanges,n.geometryInfo=this._geometryInfo.map(o=>({...o,boundingBox:o.boundingBox?o.boundingBox.toJSON():void 0,boundingSphere:o.boundingSphere?o.boundingSphere.toJSON():void 0})),n.instanceInfo=this._instanceInfo.map(o=>({...o})),n.availableInstanceIds=this._availableInstanceIds.slice(),n.availableGeometryIds=this._availableGeometryIds.slice(),n.nextIndexStart=this._nextIndexStart,n.nextVertexStart=this._nextVertexStart,n.geometryCount=this._geometryCount,n.maxInstanceCount=this._maxInstanceCount,n.maxVertexCount=this._maxVertexCount,n.maxIndexCount=this._maxIndexCount,n.geometryInitialized=this._geometryInitialized,n.matricesTexture=this._matricesTexture.toJSON(t),n.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(n.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(n.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(n.boundingBox=this.boundingBox.toJSON()));function r(o,l){return o[l.uuid]===void 0&&(o[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?n.background=this.background.toJSON():this.background.isTexture&&(n.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(n.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){n.geometry=r(t.geometries,this.geometry);let o=this.geometry.parameters;if(o!==void 0&&o.shapes!==void 0){let l=o.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let d=l[c];r(t.shapes,d)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(n.bindMode=this.bindMode,n.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),n.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let o=[];for(let l=0,c=this.material.length;l<c;l++)o.push(r(t.materials,this.material[l]));n.material=o}else n.material=r(t.materials,this.material);if(this.children.length>0){n.children=[];for(let o=0;o<this.children.length;o++)n.children.push(this.children[o].toJSON(t).object)}if(this.animations.length>0){n.animations=[];for(let o=0;o<this.animations.length;o++){let l=this.animations[o];n.animations.push(r(t.animations,l))}}if(e){let o=a(t.geometries),l=a(t.materials),c=a(t.textures),h=a(t.images),d=a(t.shapes),u=a(t.skeletons),f=a(t.animations),p=a(t.nodes);o.length>0&&(i.geometries=o),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),h.length>0&&(i.images=h),d.length>0&&(i.shapes=d),u.length>0&&(i.skeletons=u),f.length>0&&(i.animations=f),p.length>0&&(i.nodes=p)}return i.object=n,i;function a(o){let l=[];for(let c in o){let h=o[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let i=0;i<t.children.length;i++){let n=t.children[i];this.add(n.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};gi.DEFAULT_UP=new E(0,1,0);gi.DEFAULT_MATRIX_AUTO_UPDATE=!0;gi.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var de=class extends gi{constructor(){super(),this.isGroup=!0,this.type="Group"}},jm={type:"move"},Cs=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new de,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new de,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new E,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new E),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new de,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new E,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new E,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let i of t.hand.values())this._getHandJoint(e,i)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,i){let n=null,r=null,a=null,o=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){a=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,i),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],u=h.position.distanceTo(d.position),f=.02,p=.005;c.inputState.pinching&&u>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&u<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));o!==null&&(n=e.getPose(t.targetRaySpace,i),n===null&&r!==null&&(n=r),n!==null&&(o.matrix.fromArray(n.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,n.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(n.linearVelocity)):o.hasLinearVelocity=!1,n.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(n.angularVelocity)):o.hasAngularVelocity=!1,this.dispatchEvent(jm)))}return o!==null&&(o.visible=n!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=a!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let i=new de;i.matrixAutoUpdate=!1,i.visible=!1,t.joints[e.jointName]=i,t.add(i)}return t.joints[e.jointName]}},Qd={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Mn={h:0,s:0,l:0},da={h:0,s:0,l:0};function Ic(s,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?s+(t-s)*6*e:e<1/2?t:e<2/3?s+(t-s)*6*(2/3-e):s}var _t=class{constructor(t,e,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,i)}set(t,e,i){if(e===void 0&&i===void 0){let n=t;n&&n.isColor?this.copy(n):typeof n=="number"?this.setHex(n):typeof n=="string"&&this.setStyle(n)}else this.setRGB(t,e,i);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=pi){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Yt.colorSpaceToWorking(this,e),this}setRGB(t,e,i,n=Yt.workingColorSpace){return this.r=t,this.g=e,this.b=i,Yt.colorSpaceToWorking(this,n),this}setHSL(t,e,i,n=Yt.workingColorSpace){if(t=Lh(t,1),e=Ht(e,0,1),i=Ht(i,0,1),e===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+e):i+e-i*e,a=2*i-r;this.r=Ic(a,r,t+1/3),this.g=Ic(a,r,t),this.b=Ic(a,r,t-1/3)}return Yt.colorSpaceToWorking(this,n),this}setStyle(t,e=pi){function i(r){r!==void 0&&parseFloat(r)<1&&It("Color: Alpha component of "+t+" will be ignored.")}let n;if(n=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,a=n[1],o=n[2];switch(a){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:It("Color: Unknown color model "+t)}}else if(n=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=n[1],a=r.length;if(a===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(a===6)return this.setHex(parseInt(r,16),e);It("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=pi){let i=Qd[t.toLowerCase()];return i!==void 0?this.setHex(i,e):It("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=an(t.r),this.g=an(t.g),this.b=an(t.b),this}copyLinearToSRGB(t){return this.r=Ss(t.r),this.g=Ss(t.g),this.b=Ss(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=pi){return Yt.workingToColorSpace(Ze.copy(this),t),Math.round(Ht(Ze.r*255,0,255))*65536+Math.round(Ht(Ze.g*255,0,255))*256+Math.round(Ht(Ze.b*255,0,255))}getHexString(t=pi){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Yt.workingColorSpace){Yt.workingToColorSpace(Ze.copy(this),e);let i=Ze.r,n=Ze.g,r=Ze.b,a=Math.max(i,n,r),o=Math.min(i,n,r),l,c,h=(o+a)/2;if(o===a)l=0,c=0;else{let d=a-o;switch(c=h<=.5?d/(a+o):d/(2-a-o),a){case i:l=(n-r)/d+(n<r?6:0);break;case n:l=(r-i)/d+2;break;case r:l=(i-n)/d+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Yt.workingColorSpace){return Yt.workingToColorSpace(Ze.copy(this),e),t.r=Ze.r,t.g=Ze.g,t.b=Ze.b,t}getStyle(t=pi){Yt.workingToColorSpace(Ze.copy(this),t);let e=Ze.r,i=Ze.g,n=Ze.b;return t!==pi?`color(${t} ${e.toFixed(3)} ${i.toFixed(3)} ${n.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(i*255)},${Math.round(n*255)})`}offsetHSL(t,e,i){return this.getHSL(Mn),this.setHSL(Mn.h+t,Mn.s+e,Mn.l+i)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,i){return this.r=t.r+(e.r-t.r)*i,this.g=t.g+(e.g-t.g)*i,this.b=t.b+(e.b-t.b)*i,this}lerpHSL(t,e){this.getHSL(Mn),t.getHSL(da);let i=sr(Mn.h,da.h,e),n=sr(Mn.s,da.s,e),r=sr(Mn.l,da.l,e);return this.setHSL(i,n,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,i=this.g,n=this.b,r=t.elements;return this.r=r[0]*e+r[3]*i+r[6]*n,this.g=r[1]*e+r[4]*i+r[7]*n,this.b=r[2]*e+r[5]*i+r[8]*n,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Ze=new _t;_t.NAMES=Qd;var Re=class extends gi{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new En,this.environmentIntensity=1,this.environmentRotation=new En,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ni=new E,en=new E,Pc=new E,nn=new E,fs=new E,ps=new E,Yu=new E,Lc=new E,Dc=new E,Nc=new E,Uc=new ce,Oc=new ce,Fc=new ce,An=class s{constructor(t=new E,e=new E,i=new E){this.a=t,this.b=e,this.c=i}static getNormal(t,e,i,n){n.subVectors(i,e),Ni.subVectors(t,e),n.cross(Ni);let r=n.lengthSq();return r>0?n.multiplyScalar(1/Math.sqrt(r)):n.set(0,0,0)}static getBarycoord(t,e,i,n,r){Ni.subVectors(n,e),en.subVectors(i,e),Pc.subVectors(t,e);let a=Ni.dot(Ni),o=Ni.dot(en),l=Ni.dot(Pc),c=en.dot(en),h=en.dot(Pc),d=a*c-o*o;if(d===0)return r.set(0,0,0),null;let u=1/d,f=(c*l-o*h)*u,p=(a*h-o*l)*u;return r.set(1-f-p,p,f)}static containsPoint(t,e,i,n){return this.getBarycoord(t,e,i,n,nn)===null?!1:nn.x>=0&&nn.y>=0&&nn.x+nn.y<=1}static getInterpolation(t,e,i,n,r,a,o,l){return this.getBarycoord(t,e,i,n,nn)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,nn.x),l.addScaledVector(a,nn.y),l.addScaledVector(o,nn.z),l)}static getInterpolatedAttribute(t,e,i,n,r,a){return Uc.setScalar(0),Oc.setScalar(0),Fc.setScalar(0),Uc.fromBufferAttribute(t,e),Oc.fromBufferAttribute(t,i),Fc.fromBufferAttribute(t,n),a.setScalar(0),a.addScaledVector(Uc,r.x),a.addScaledVector(Oc,r.y),a.addScaledVector(Fc,r.z),a}static isFrontFacing(t,e,i,n){return Ni.subVectors(i,e),en.subVectors(t,e),Ni.cross(en).dot(n)<0}set(t,e,i){return this.a.copy(t),this.b.copy(e),this.c.copy(i),this}setFromPointsAndIndices(t,e,i,n){return this.a.copy(t[e]),this.b.copy(t[i]),this.c.copy(t[n]),this}setFromAttributeAndIndices(t,e,i,n){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,i),this.c.fromBufferAttribute(t,n),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ni.subVectors(this.c,this.b),en.subVectors(this.a,this.b),Ni.cross(en).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return s.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return s.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,i,n,r){return s.getInterpolation(t,this.a,this.b,this.c,e,i,n,r)}containsPoint(t){return s.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return s.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let i=this.a,n=this.b,r=this.c,a,o;fs.subVectors(n,i),ps.subVectors(r,i),Lc.subVectors(t,i);let l=fs.dot(Lc),c=ps.dot(Lc);if(l<=0&&c<=0)return e.copy(i);Dc.subVectors(t,n);let h=fs.dot(Dc),d=ps.dot(Dc);if(h>=0&&d<=h)return e.copy(n);let u=l*d-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return a=l/(l-h),e.copy(i).addScaledVector(fs,a);Nc.subVectors(t,r);let f=fs.dot(Nc),p=ps.dot(Nc);if(p>=0&&f<=p)return e.copy(r);let y=f*c-l*p;if(y<=0&&c>=0&&p<=0)return o=c/(c-p),e.copy(i).addScaledVector(ps,o);let m=h*p-f*d;if(m<=0&&d-h>=0&&f-p>=0)return Yu.subVectors(r,n),o=(d-h)/(d-h+(f-p)),e.copy(n).addScaledVector(Yu,o);let g=1/(m+y+u);return a=y*g,o=u*g,e.copy(i).addScaledVector(fs,a).addScaledVector(ps,o)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},qi=class{constructor(t=new E(1/0,1/0,1/0),e=new E(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e+=3)this.expandByPoint(Ui.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,i=t.count;e<i;e++)this.expandByPoint(Ui.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let i=Ui.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(i),this.max.copy(t).add(i),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let i=t.geometry;if(i!==void 0){let r=i.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let a=0,o=r.count;a<o;a++)t.isMesh===!0?t.getVertexPosition(a,Ui):Ui.fromBufferAttribute(r,a),Ui.applyMatrix4(t.matrixWorld),this.expandByPoint(Ui);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),fa.copy(t.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),fa.copy(i.boundingBox)),fa.applyMatrix4(t.matrixWorld),this.union(fa)}let n=t.children;for(let r=0,a=n.length;r<a;r++)this.expandByObject(n[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ui),Ui.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,i;return t.normal.x>0?(e=t.normal.x*this.min.x,i=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,i=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,i+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,i+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,i+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,i+=t.normal.z*this.min.z),e<=-t.constant&&i>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Ks),pa.subVectors(this.max,Ks),ms.subVectors(t.a,Ks),gs.subVectors(t.b,Ks),xs.subVectors(t.c,Ks),Sn.subVectors(gs,ms),bn.subVectors(xs,gs),Gn.subVectors(ms,xs);let e=[0,-Sn.z,Sn.y,0,-bn.z,bn.y,0,-Gn.z,Gn.y,Sn.z,0,-Sn.x,bn.z,0,-bn.x,Gn.z,0,-Gn.x,-Sn.y,Sn.x,0,-bn.y,bn.x,0,-Gn.y,Gn.x,0];return!Bc(e,ms,gs,xs,pa)||(e=[1,0,0,0,1,0,0,0,1],!Bc(e,ms,gs,xs,pa))?!1:(ma.crossVectors(Sn,bn),e=[ma.x,ma.y,ma.z],Bc(e,ms,gs,xs,pa))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ui).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ui).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(sn[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),sn[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),sn[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),sn[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),sn[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),sn[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),sn[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),sn[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(sn),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},sn=[new E,new E,new E,new E,new E,new E,new E,new E],Ui=new E,fa=new qi,ms=new E,gs=new E,xs=new E,Sn=new E,bn=new E,Gn=new E,Ks=new E,pa=new E,ma=new E,Vn=new E;function Bc(s,t,e,i,n){for(let r=0,a=s.length-3;r<=a;r+=3){Vn.fromArray(s,r);let o=n.x*Math.abs(Vn.x)+n.y*Math.abs(Vn.y)+n.z*Math.abs(Vn.z),l=t.dot(Vn),c=e.dot(Vn),h=i.dot(Vn);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>o)return!1}return!0}var Ee=new E,ga=new ht,Qm=0,Gt=class extends Xi{constructor(t,e,i=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Qm++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=i,this.usage=qd,this.updateRanges=[],this.gpuType=ai,this.version=0,this._normalizationScale=t!==void 0?Nh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,i){t*=this.itemSize,i*=e.itemSize;for(let n=0,r=this.itemSize;n<r;n++)this.array[t+n]=e.array[i+n];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,i=this.count;e<i;e++)ga.fromBufferAttribute(this,e),ga.applyMatrix3(t),this.setXY(e,ga.x,ga.y);else if(this.itemSize===3)for(let e=0,i=this.count;e<i;e++)Ee.fromBufferAttribute(this,e),Ee.applyMatrix3(t),this.setXYZ(e,Ee.x,Ee.y,Ee.z);return this}applyMatrix4(t){for(let e=0,i=this.count;e<i;e++)Ee.fromBufferAttribute(this,e),Ee.applyMatrix4(t),this.setXYZ(e,Ee.x,Ee.y,Ee.z);return this}applyNormalMatrix(t){for(let e=0,i=this.count;e<i;e++)Ee.fromBufferAttribute(this,e),Ee.applyNormalMatrix(t),this.setXYZ(e,Ee.x,Ee.y,Ee.z);return this}transformDirection(t){for(let e=0,i=this.count;e<i;e++)Ee.fromBufferAttribute(this,e),Ee.transformDirection(t),this.setXYZ(e,Ee.x,Ee.y,Ee.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let i=this.array[t*this.itemSize+e];return this.normalized&&(i=this._denormalize(i)),i}setComponent(t,e,i){return this.normalized&&(i=this._normalize(i)),this.array[t*this.itemSize+e]=i,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,i){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i)),this.array[t+0]=e,this.array[t+1]=i,this}setXYZ(t,e,i,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=n,this}setXYZW(t,e,i,n,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),n=this._normalize(n),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=n,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Kd(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):jd(t,this.array)}};var dr=class extends Gt{constructor(t,e,i){super(new Uint16Array(t),e,i)}};var fr=class extends Gt{constructor(t,e,i){super(new Uint32Array(t),e,i)}};var Jt=class extends Gt{constructor(t,e,i){super(new Float32Array(t),e,i)}},tg=new qi,js=new E,kc=new E,qn=class{constructor(t=new E,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let i=this.center;e!==void 0?i.copy(e):tg.setFromPoints(t).getCenter(i);let n=0;for(let r=0,a=t.length;r<a;r++)n=Math.max(n,i.distanceToSquared(t[r]));return this.radius=Math.sqrt(n),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let i=this.center.distanceToSquared(t);return e.copy(t),i>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;js.subVectors(t,this.center);let e=js.lengthSq();if(e>this.radius*this.radius){let i=Math.sqrt(e),n=(i-this.radius)*.5;this.center.addScaledVector(js,n/i),this.radius+=n}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(kc.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(js.copy(t.center).add(kc)),this.expandByPoint(js.copy(t.center).sub(kc))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},eg=0,Ei=new Qt,zc=new gi,_s=new E,fi=new qi,Qs=new qi,ke=new E,Wt=class s extends Xi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:eg++}),this.uuid=es(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Tm(t)?fr:dr)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,i=0){this.groups.push({start:t,count:e,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new Ut().getNormalMatrix(t);i.applyNormalMatrix(r),i.needsUpdate=!0}let n=this.attributes.tangent;return n!==void 0&&(n.transformDirection(t),n.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Ei.makeRotationFromQuaternion(t),this.applyMatrix4(Ei),this}rotateX(t){return Ei.makeRotationX(t),this.applyMatrix4(Ei),this}rotateY(t){return Ei.makeRotationY(t),this.applyMatrix4(Ei),this}rotateZ(t){return Ei.makeRotationZ(t),this.applyMatrix4(Ei),this}translate(t,e,i){return Ei.makeTranslation(t,e,i),this.applyMatrix4(Ei),this}scale(t,e,i){return Ei.makeScale(t,e,i),this.applyMatrix4(Ei),this}lookAt(t){return zc.lookAt(t),zc.updateMatrix(),this.applyMatrix4(zc.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(_s).negate(),this.translate(_s.x,_s.y,_s.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let i=[];for(let n=0,r=t.length;n<r;n++){let a=t[n];i.push(a.x,a.y,a.z||0)}this.setAttribute("position",new Jt(i,3))}else{let i=Math.min(t.length,e.count);for(let n=0;n<i;n++){let r=t[n];e.setXYZ(n,r.x,r.y,r.z||0)}t.length>e.count&&It("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new qi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Nt("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new E(-1/0,-1/0,-1/0),new E(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let i=0,n=e.length;i<n;i++){let r=e[i];fi.setFromBufferAttribute(r),this.morphTargetsRelative?(ke.addVectors(this.boundingBox.min,fi.min),this.boundingBox.expandByPoint(ke),ke.addVectors(this.boundingBox.max,fi.max),this.boundingBox.expandByPoint(ke)):(this.boundingBox.expandByPoint(fi.min),this.boundingBox.expandByPoint(fi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Nt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new qn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Nt("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new E,1/0);return}if(t){let i=this.boundingSphere.center;if(fi.setFromBufferAttribute(t),e)for(let r=0,a=e.length;r<a;r++){let o=e[r];Qs.setFromBufferAttribute(o),this.morphTargetsRelative?(ke.addVectors(fi.min,Qs.min),fi.expandByPoint(ke),ke.addVectors(fi.max,Qs.max),fi.expandByPoint(ke)):(fi.expandByPoint(Qs.min),fi.expandByPoint(Qs.max))}fi.getCenter(i);let n=0;for(let r=0,a=t.count;r<a;r++)ke.fromBufferAttribute(t,r),n=Math.max(n,i.distanceToSquared(ke));if(e)for(let r=0,a=e.length;r<a;r++){let o=e[r],l=this.morphTargetsRelative;for(let c=0,h=o.count;c<h;c++)ke.fromBufferAttribute(o,c),l&&(_s.fromBufferAttribute(t,c),ke.add(_s)),n=Math.max(n,i.distanceToSquared(ke))}this.boundingSphere.radius=Math.sqrt(n),isNaN(this.boundingSphere.radius)&&Nt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){Nt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=e.position,n=e.normal,r=e.uv,a=this.getAttribute("tangent");(a===void 0||a.count!==i.count)&&(a=new Gt(new Float32Array(4*i.count),4),this.setAttribute("tangent",a));let o=[],l=[],c=new Uint8Array(i.count);for(let L=0;L<i.count;L++)o[L]=new E,l[L]=new E;let h=new E,d=new E,u=new E,f=new ht,p=new ht,y=new ht,m=new E,g=new E;function _(L,C,D){c[L]=c[C]=c[D]=1,h.fromBufferAttribute(i,L),d.fromBufferAttribute(i,C),u.fromBufferAttribute(i,D),f.fromBufferAttribute(r,L),p.fromBufferAttribute(r,C),y.fromBufferAttribute(r,D),d.sub(h),u.sub(h),p.sub(f),y.sub(f);let U=1/(p.x*y.y-y.x*p.y);isFinite(U)&&(m.copy(d).multiplyScalar(y.y).addScaledVector(u,-p.y).multiplyScalar(U),g.copy(u).multiplyScalar(p.x).addScaledVector(d,-y.x).multiplyScalar(U),o[L].add(m),o[C].add(m),o[D].add(m),l[L].add(g),l[C].add(g),l[D].add(g))}let S=this.groups;S.length===0&&(S=[{start:0,count:t.count}]);for(let L=0,C=S.length;L<C;++L){let D=S[L],U=D.start,F=D.count;for(let I=U,z=U+F;I<z;I+=3)_(t.getX(I+0),t.getX(I+1),t.getX(I+2))}let v=new E,T=new E,A=new E,x=new E;function w(L){A.fromBufferAttribute(n,L),x.copy(A);let C=o[L];v.copy(C),v.sub(A.multiplyScalar(A.dot(C))).normalize(),T.crossVectors(x,C);let U=T.dot(l[L])<0?-1:1;a.setXYZW(L,v.x,v.y,v.z,U)}for(let L=0,C=i.count;L<C;++L)c[L]&&w(L);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==e.count)i=new Gt(new Float32Array(e.count*3),3),this.setAttribute("normal",i);else for(let u=0,f=i.count;u<f;u++)i.setXYZ(u,0,0,0);let n=new E,r=new E,a=new E,o=new E,l=new E,c=new E,h=new E,d=new E;if(t)for(let u=0,f=t.count;u<f;u+=3){let p=t.getX(u+0),y=t.getX(u+1),m=t.getX(u+2);n.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),a.fromBufferAttribute(e,m),h.subVectors(a,r),d.subVectors(n,r),h.cross(d),o.fromBufferAttribute(i,p),l.fromBufferAttribute(i,y),c.fromBufferAttribute(i,m),o.add(h),l.add(h),c.add(h),i.setXYZ(p,o.x,o.y,o.z),i.setXYZ(y,l.x,l.y,l.z),i.setXYZ(m,c.x,c.y,c.z)}else for(let u=0,f=e.count;u<f;u+=3)n.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),a.fromBufferAttribute(e,u+2),h.subVectors(a,r),d.subVectors(n,r),h.cross(d),i.setXYZ(u+0,h.x,h.y,h.z),i.setXYZ(u+1,h.x,h.y,h.z),i.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,i=t.count;e<i;e++)ke.fromBufferAttribute(t,e),ke.normalize(),t.setXYZ(e,ke.x,ke.y,ke.z)}toNonIndexed(){function t(o,l){let c=o.array,h=o.itemSize,d=o.normalized,u=new c.constructor(l.length*h),f=0,p=0;for(let y=0,m=l.length;y<m;y++){o.isInterleavedBufferAttribute?f=l[y]*o.data.stride+o.offset:f=l[y]*h;for(let g=0;g<h;g++)u[p++]=c[f++]}return new Gt(u,h,d)}if(this.index===null)return It("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new s,i=this.index.array,n=this.attributes;for(let o in n){let l=n[o],c=t(l,i);e.setAttribute(o,c)}let r=this.morphAttributes;for(let o in r){let l=[],c=r[o];for(let h=0,d=c.length;h<d;h++){let u=c[h],f=t(u,i);l.push(f)}e.morphAttributes[o]=l}e.morphTargetsRelative=this.morphTargetsRelative;let a=this.groups;for(let o=0,l=a.length;o<l;o++){let c=a[o];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let i=this.attributes;for(let l in i){let c=i[l];t.data.attributes[l]=c.toJSON(t.data)}let n={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let d=0,u=c.length;d<u;d++){let f=c[d];h.push(f.toJSON(t.data))}h.length>0&&(n[l]=h,r=!0)}r&&(t.data.morphAttributes=n,t.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(t.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(t.data.boundingSphere=o.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let i=t.index;i!==null&&this.setIndex(i.clone());let n=t.attributes;for(let c in n){let h=n[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],d=r[c];for(let u=0,f=d.length;u<f;u++)h.push(d[u].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let a=t.groups;for(let c=0,h=a.length;c<h;c++){let d=a[c];this.addGroup(d.start,d.count,d.materialIndex)}let o=t.boundingBox;o!==null&&(this.boundingBox=o.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Gc=new E,ig=new E,ng=new Ut,ye=class{constructor(t=new E(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,i,n){return this.normal.set(t,e,i),this.constant=n,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,i){let n=Gc.subVectors(i,e).cross(ig.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(n,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,i=!0){let n=t.delta(Gc),r=this.normal.dot(n);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let a=-(t.start.dot(this.normal)+this.constant)/r;return i===!0&&(a<0||a>1)?null:e.copy(t.start).addScaledVector(n,a)}intersectsLine(t){let e=this.distanceToPoint(t.start),i=this.distanceToPoint(t.end);return e<0&&i>0||i<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let i=e||ng.getNormalMatrix(t),n=this.coplanarPoint(Gc).applyMatrix4(t),r=this.normal.applyMatrix3(i).normalize();return this.constant=-n.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},sg=0,Rn=class extends Xi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:sg++}),this.uuid=es(),this.name="",this.type="Material",this.blending=Us,this.side=ei,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=ch,this.blendDst=Or,this.blendEquation=jn,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new _t(0,0,0),this.blendAlpha=0,this.depthFunc=Tn,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=zd,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ua,this.stencilZFail=Ua,this.stencilZPass=Ua,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let i=t[e];if(i===void 0){It(`Material: parameter '${e}' has value of undefined.`);continue}let n=this[e];if(n===void 0){It(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}n&&n.isColor?n.set(i):n&&n.isVector2&&i&&i.isVector2||n&&n.isEuler&&i&&i.isEuler||n&&n.isVector3&&i&&i.isVector3?n.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(t).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(t).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(t).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(t).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(t).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function n(r){let a=[];for(let o in r){let l=r[o];delete l.metadata,a.push(l)}return a}if(e){let r=n(t.textures),a=n(t.images);r.length>0&&(i.textures=r),a.length>0&&(i.images=a)}return i}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new _t().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(i=>new ye().fromJSON(i))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let i=t.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new ht().fromArray(i)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ht().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,i=null;if(e!==null){let n=e.length;i=new Array(n);for(let r=0;r!==n;++r)i[r]=e[r].clone()}return this.clippingPlanes=i,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var rn=new E,Vc=new E,xa=new E,_a=new E,Cn=class{constructor(t=new E,e=new E(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,rn)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let i=e.dot(this.direction);return i<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=rn.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(rn.copy(this.origin).addScaledVector(this.direction,e),rn.distanceToSquared(t))}distanceSqToSegment(t,e,i,n){Vc.copy(t).add(e).multiplyScalar(.5),xa.copy(e).sub(t).normalize(),_a.copy(this.origin).sub(Vc);let r=t.distanceTo(e)*.5,a=-this.direction.dot(xa),o=_a.dot(this.direction),l=-_a.dot(xa),c=_a.lengthSq(),h=Math.abs(1-a*a),d,u,f,p;if(h>0)if(d=a*l-o,u=a*o-l,p=r*h,d>=0)if(u>=-p)if(u<=p){let y=1/h;d*=y,u*=y,f=d*(d+a*u+2*o)+u*(a*d+u+2*l)+c}else u=r,d=Math.max(0,-(a*u+o)),f=-d*d+u*(u+2*l)+c;else u=-r,d=Math.max(0,-(a*u+o)),f=-d*d+u*(u+2*l)+c;else u<=-p?(d=Math.max(0,-(-a*r+o)),u=d>0?-r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c):u<=p?(d=0,u=Math.min(Math.max(-r,-l),r),f=u*(u+2*l)+c):(d=Math.max(0,-(a*r+o)),u=d>0?r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c);else u=a>0?-r:r,d=Math.max(0,-(a*u+o)),f=-d*d+u*(u+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,d),n&&n.copy(Vc).addScaledVector(xa,u),f}intersectSphere(t,e){if(t.radius<0)return null;rn.subVectors(t.center,this.origin);let i=rn.dot(this.direction),n=rn.dot(rn)-i*i,r=t.radius*t.radius;if(n>r)return null;let a=Math.sqrt(r-n),o=i-a,l=i+a;return l<0?null:o<0?this.at(l,e):this.at(o,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(t.normal)+t.constant)/e;return i>=0?i:null}intersectPlane(t,e){let i=this.distanceToPlane(t);return i===null?null:this.at(i,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let i,n,r,a,o,l,c=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return c>=0?(i=(t.min.x-u.x)*c,n=(t.max.x-u.x)*c):(i=(t.max.x-u.x)*c,n=(t.min.x-u.x)*c),h>=0?(r=(t.min.y-u.y)*h,a=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,a=(t.min.y-u.y)*h),i>a||r>n||((r>i||isNaN(i))&&(i=r),(a<n||isNaN(n))&&(n=a),d>=0?(o=(t.min.z-u.z)*d,l=(t.max.z-u.z)*d):(o=(t.max.z-u.z)*d,l=(t.min.z-u.z)*d),i>l||o>n)||((o>i||i!==i)&&(i=o),(l<n||n!==n)&&(n=l),n<0)?null:this.at(i>=0?i:n,e)}intersectsBox(t){return this.intersectBox(t,rn)!==null}intersectTriangle(t,e,i,n,r){let a=this.origin,o=this.direction,l=o.x,c=o.y,h=o.z,d=t.x-a.x,u=t.y-a.y,f=t.z-a.z,p=e.x-a.x,y=e.y-a.y,m=e.z-a.z,g=i.x-a.x,_=i.y-a.y,S=i.z-a.z,v=Math.abs(l),T=Math.abs(c),A=Math.abs(h),x,w,L,C,D,U,F,I,z,W,V,Q;if(v>=T&&v>=A?(L=l,U=d,z=p,Q=g,l>=0?(x=c,w=h,C=u,D=f,F=y,I=m,W=_,V=S):(x=h,w=c,C=f,D=u,F=m,I=y,W=S,V=_)):T>=A?(L=c,U=u,z=y,Q=_,c>=0?(x=h,w=l,C=f,D=d,F=m,I=p,W=S,V=g):(x=l,w=h,C=d,D=f,F=p,I=m,W=g,V=S)):(L=h,U=f,z=m,Q=S,h>=0?(x=l,w=c,C=d,D=u,F=p,I=y,W=g,V=_):(x=c,w=l,C=u,D=d,F=y,I=p,W=_,V=g)),L===0)return null;let H=x/L,Z=w/L,tt=1/L,yt=C-H*U,Rt=D-Z*U,$=F-H*z,at=I-Z*z,vt=W-H*Q,wt=V-Z*Q,pt=vt*at-wt*$,Dt=yt*wt-Rt*vt,ge=$*Rt-at*yt;if(n){if(pt<0||Dt<0||ge<0)return null}else if((pt<0||Dt<0||ge<0)&&(pt>0||Dt>0||ge>0))return null;let Pt=pt+Dt+ge;if(Pt===0)return null;let re=tt*(pt*U+Dt*z+ge*Q);return(Pt>0?re<0:re>0)?null:this.at(re/Pt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Is=class extends Rn{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new _t(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new En,this.combine=hh,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Zu=new Qt,Hn=new Cn,ya=new qn,Ju=new E,va=new E,Ma=new E,Sa=new E,Hc=new E,ba=new E,Ku=new E,wa=new E,Et=class extends gi{constructor(t=new Wt,e=new Is){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let n=e[i[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,a=n.length;r<a;r++){let o=n[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[o]=r}}}}getVertexPosition(t,e){let i=this.geometry,n=i.attributes.position,r=i.morphAttributes.position,a=i.morphTargetsRelative;e.fromBufferAttribute(n,t);let o=this.morphTargetInfluences;if(r&&o){ba.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=o[l],d=r[l];h!==0&&(Hc.fromBufferAttribute(d,t),a?ba.addScaledVector(Hc,h):ba.addScaledVector(Hc.sub(e),h))}e.add(ba)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,n=this.material,r=this.matrixWorld;n!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),ya.copy(i.boundingSphere),ya.applyMatrix4(r),Hn.copy(t.ray).recast(t.near),!(ya.containsPoint(Hn.origin)===!1&&(Hn.intersectSphere(ya,Ju)===null||Hn.origin.distanceToSquared(Ju)>(t.far-t.near)**2))&&(Zu.copy(r).invert(),Hn.copy(t.ray).applyMatrix4(Zu),!(i.boundingBox!==null&&Hn.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(t,e,Hn)))}_computeIntersections(t,e,i){let n,r=this.geometry,a=this.material,o=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,f=r.drawRange;if(o!==null)if(Array.isArray(a))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=a[m.materialIndex],_=Math.max(m.start,f.start),S=Math.min(o.count,Math.min(m.start+m.count,f.start+f.count));for(let v=_,T=S;v<T;v+=3){let A=o.getX(v),x=o.getX(v+1),w=o.getX(v+2);n=Aa(this,g,t,i,c,h,d,A,x,w),n&&(n.faceIndex=Math.floor(v/3),n.face.materialIndex=m.materialIndex,e.push(n))}}else{let p=Math.max(0,f.start),y=Math.min(o.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let _=o.getX(m),S=o.getX(m+1),v=o.getX(m+2);n=Aa(this,a,t,i,c,h,d,_,S,v),n&&(n.faceIndex=Math.floor(m/3),e.push(n))}}else if(l!==void 0)if(Array.isArray(a))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=a[m.materialIndex],_=Math.max(m.start,f.start),S=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let v=_,T=S;v<T;v+=3){let A=v,x=v+1,w=v+2;n=Aa(this,g,t,i,c,h,d,A,x,w),n&&(n.faceIndex=Math.floor(v/3),n.face.materialIndex=m.materialIndex,e.push(n))}}else{let p=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let _=m,S=m+1,v=m+2;n=Aa(this,a,t,i,c,h,d,_,S,v),n&&(n.faceIndex=Math.floor(m/3),e.push(n))}}}};function rg(s,t,e,i,n,r,a,o){let l;if(t.side===Le?l=i.intersectTriangle(a,r,n,!0,o):l=i.intersectTriangle(n,r,a,t.side===ei,o),l===null)return null;wa.copy(o),wa.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(wa);return c<e.near||c>e.far?null:{distance:c,point:wa.clone(),object:s}}function Aa(s,t,e,i,n,r,a,o,l,c){s.getVertexPosition(o,va),s.getVertexPosition(l,Ma),s.getVertexPosition(c,Sa);let h=rg(s,t,e,i,va,Ma,Sa,Ku);if(h){let d=new E;An.getBarycoord(Ku,va,Ma,Sa,d),n&&(h.uv=An.getInterpolatedAttribute(n,o,l,c,d,new ht)),r&&(h.uv1=An.getInterpolatedAttribute(r,o,l,c,d,new ht)),a&&(h.normal=An.getInterpolatedAttribute(a,o,l,c,d,new E),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let u={a:o,b:l,c,normal:new E,materialIndex:0};An.getNormal(va,Ma,Sa,u.normal),h.face=u,h.barycoord=d}return h}var Ci=class extends ri{constructor(t=null,e=1,i=1,n,r,a,o,l,c=Me,h=Me,d,u){super(null,a,o,l,c,h,n,r,d,u),this.isDataTexture=!0,this.image={data:t,width:e,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var pr=class extends Gt{constructor(t,e,i,n=1){super(t,e,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}};var Wn=new qn,ag=new ht(.5,.5),Ta=new E,$n=class{constructor(t=new ye,e=new ye,i=new ye,n=new ye,r=new ye,a=new ye){this.planes=[t,e,i,n,r,a]}set(t,e,i,n,r,a){let o=this.planes;return o[0].copy(t),o[1].copy(e),o[2].copy(i),o[3].copy(n),o[4].copy(r),o[5].copy(a),this}copy(t){let e=this.planes;for(let i=0;i<6;i++)e[i].copy(t.planes[i]);return this}setFromProjectionMatrix(t,e=Ri,i=!1){let n=this.planes,r=t.elements,a=r[0],o=r[1],l=r[2],c=r[3],h=r[4],d=r[5],u=r[6],f=r[7],p=r[8],y=r[9],m=r[10],g=r[11],_=r[12],S=r[13],v=r[14],T=r[15];if(n[0].setComponents(c-a,f-h,g-p,T-_).normalize(),n[1].setComponents(c+a,f+h,g+p,T+_).normalize(),n[2].setComponents(c+o,f+d,g+y,T+S).normalize(),n[3].setComponents(c-o,f-d,g-y,T-S).normalize(),i)n[4].setComponents(l,u,m,v).normalize(),n[5].setComponents(c-l,f-u,g-m,T-v).normalize();else if(n[4].setComponents(c-l,f-u,g-m,T-v).normalize(),e===Ri)n[5].setComponents(c+l,f+u,g+m,T+v).normalize();else if(e===hr)n[5].setComponents(l,u,m,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Wn.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Wn.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Wn)}intersectsSprite(t){Wn.center.set(0,0,0);let e=ag.distanceTo(t.center);return Wn.radius=.7071067811865476+e,Wn.applyMatrix4(t.matrixWorld),this.intersectsSphere(Wn)}intersectsSphere(t){let e=this.planes,i=t.center,n=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(i)<n)return!1;return!0}intersectsBox(t){let e=this.planes;for(let i=0;i<6;i++){let n=e[i];if(Ta.x=n.normal.x>0?t.max.x:t.min.x,Ta.y=n.normal.y>0?t.max.y:t.min.y,Ta.z=n.normal.z>0?t.max.z:t.min.z,n.distanceToPoint(Ta)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let i=0;i<6;i++)if(e[i].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},ju=new Qt,Ya=class s{constructor(){this.coordinateSystem=Ri,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,i=this._frustums;for(let n=0;n<e.length;n++){let r=e[n];ju.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[n]===void 0&&(i[n]=new $n),i[n].setFromProjectionMatrix(ju,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,i=t._frustums;for(let n=0;n<t._count;n++)e[n]===void 0&&(e[n]=new $n),e[n].copy(i[n]);return this._count=t._count,this}clone(){return new s().copy(this)}};var Za=class extends Rn{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new _t(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Ja=new E,Ka=new E,Qu=new Qt,tr=new Cn,Ea=new qn,Wc=new E,td=new E,ja=class extends gi{constructor(t=new Wt,e=new Za){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[0];for(let n=1,r=e.count;n<r;n++)Ja.fromBufferAttribute(e,n-1),Ka.fromBufferAttribute(e,n),i[n]=i[n-1],i[n]+=Ja.distanceTo(Ka);t.setAttribute("lineDistance",new Jt(i,1))}else It("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,n=this.matrixWorld,r=t.params.Line.threshold,a=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),Ea.copy(i.boundingSphere),Ea.applyMatrix4(n),Ea.radius+=r,t.ray.intersectsSphere(Ea)===!1)return;Qu.copy(n).invert(),tr.copy(t.ray).applyMatrix4(Qu);let o=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=o*o,c=this.isLineSegments?2:1,h=i.index,u=i.attributes.position;if(h!==null){let f=Math.max(0,a.start),p=Math.min(h.count,a.start+a.count);for(let y=f,m=p-1;y<m;y+=c){let g=h.getX(y),_=h.getX(y+1),S=Ra(this,t,tr,l,g,_,y);S&&e.push(S)}if(this.isLineLoop){let y=h.getX(p-1),m=h.getX(f),g=Ra(this,t,tr,l,y,m,p-1);g&&e.push(g)}}else{let f=Math.max(0,a.start),p=Math.min(u.count,a.start+a.count);for(let y=f,m=p-1;y<m;y+=c){let g=Ra(this,t,tr,l,y,y+1,y);g&&e.push(g)}if(this.isLineLoop){let y=Ra(this,t,tr,l,p-1,f,p-1);y&&e.push(y)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let n=e[i[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,a=n.length;r<a;r++){let o=n[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[o]=r}}}}};function Ra(s,t,e,i,n,r,a){let o=s.geometry.attributes.position;if(Ja.fromBufferAttribute(o,n),Ka.fromBufferAttribute(o,r),e.distanceSqToSegment(Ja,Ka,Wc,td)>i)return;Wc.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(Wc);if(!(c<t.near||c>t.far))return{distance:c,point:td.clone().applyMatrix4(s.matrixWorld),index:a,face:null,faceIndex:null,barycoord:null,object:s}}var ed=new E,id=new E,ln=class extends ja{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[];for(let n=0,r=e.count;n<r;n+=2)ed.fromBufferAttribute(e,n),id.fromBufferAttribute(e,n+1),i[n]=n===0?0:i[n-1],i[n+1]=i[n]+ed.distanceTo(id);t.setAttribute("lineDistance",new Jt(i,1))}else It("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var mr=class extends ri{constructor(t=[],e=Qn,i,n,r,a,o,l,c,h){super(t,e,i,n,r,a,o,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var cn=class extends ri{constructor(t,e,i=Fi,n,r,a,o=Me,l=Me,c,h=on,d=1){if(h!==on&&h!==pn)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:d};super(u,n,r,a,o,l,h,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Ts(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},gr=class extends cn{constructor(t,e=Fi,i=Qn,n,r,a=Me,o=Me,l,c=on){let h={width:t,height:t,depth:1},d=[h,h,h,h,h,h];super(t,t,e,i,n,r,a,o,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},xr=class extends ri{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},In=class s extends Wt{constructor(t=1,e=1,i=1,n=1,r=1,a=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:i,widthSegments:n,heightSegments:r,depthSegments:a};let o=this;n=Math.floor(n),r=Math.floor(r),a=Math.floor(a);let l=[],c=[],h=[],d=[],u=0,f=0;p("z","y","x",-1,-1,i,e,t,a,r,0),p("z","y","x",1,-1,i,e,-t,a,r,1),p("x","z","y",1,1,t,i,e,n,a,2),p("x","z","y",1,-1,t,i,-e,n,a,3),p("x","y","z",1,-1,t,e,i,n,r,4),p("x","y","z",-1,-1,t,e,-i,n,r,5),this.setIndex(l),this.setAttribute("position",new Jt(c,3)),this.setAttribute("normal",new Jt(h,3)),this.setAttribute("uv",new Jt(d,2));function p(y,m,g,_,S,v,T,A,x,w,L){let C=v/x,D=T/w,U=v/2,F=T/2,I=A/2,z=x+1,W=w+1,V=0,Q=0,H=new E;for(let Z=0;Z<W;Z++){let tt=Z*D-F;for(let yt=0;yt<z;yt++){let Rt=yt*C-U;H[y]=Rt*_,H[m]=tt*S,H[g]=I,c.push(H.x,H.y,H.z),H[y]=0,H[m]=0,H[g]=A>0?1:-1,h.push(H.x,H.y,H.z),d.push(yt/x),d.push(1-Z/w),V+=1}}for(let Z=0;Z<w;Z++)for(let tt=0;tt<x;tt++){let yt=u+tt+z*Z,Rt=u+tt+z*(Z+1),$=u+(tt+1)+z*(Z+1),at=u+(tt+1)+z*Z;l.push(yt,Rt,at),l.push(Rt,$,at),Q+=6}o.addGroup(f,Q,L),f+=Q,u+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var _r=class s extends Wt{constructor(t=1,e=32,i=0,n=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:t,segments:e,thetaStart:i,thetaLength:n},e=Math.max(3,e);let r=[],a=[],o=[],l=[],c=new E,h=new ht;a.push(0,0,0),o.push(0,0,1),l.push(.5,.5);for(let d=0,u=3;d<=e;d++,u+=3){let f=i+d/e*n;c.x=t*Math.cos(f),c.y=t*Math.sin(f),a.push(c.x,c.y,c.z),o.push(0,0,1),h.x=(a[u]/t+1)/2,h.y=(a[u+1]/t+1)/2,l.push(h.x,h.y)}for(let d=1;d<=e;d++)r.push(d,d+1,0);this.setIndex(r),this.setAttribute("position",new Jt(a,3)),this.setAttribute("normal",new Jt(o,3)),this.setAttribute("uv",new Jt(l,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.segments,t.thetaStart,t.thetaLength)}},Yn=class s extends Wt{constructor(t=1,e=1,i=1,n=32,r=1,a=!1,o=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:i,radialSegments:n,heightSegments:r,openEnded:a,thetaStart:o,thetaLength:l};let c=this;n=Math.floor(n),r=Math.floor(r);let h=[],d=[],u=[],f=[],p=0,y=[],m=i/2,g=0;_(),a===!1&&(t>0&&S(!0),e>0&&S(!1)),this.setIndex(h),this.setAttribute("position",new Jt(d,3)),this.setAttribute("normal",new Jt(u,3)),this.setAttribute("uv",new Jt(f,2));function _(){let v=new E,T=new E,A=0,x=(e-t)/i;for(let w=0;w<=r;w++){let L=[],C=w/r,D=C*(e-t)+t;for(let U=0;U<=n;U++){let F=U/n,I=F*l+o,z=Math.sin(I),W=Math.cos(I);T.x=D*z,T.y=-C*i+m,T.z=D*W,d.push(T.x,T.y,T.z),v.set(z,x,W).normalize(),u.push(v.x,v.y,v.z),f.push(F,1-C),L.push(p++)}y.push(L)}for(let w=0;w<n;w++)for(let L=0;L<r;L++){let C=y[L][w],D=y[L+1][w],U=y[L+1][w+1],F=y[L][w+1];(t>0||L!==0)&&(h.push(C,D,F),A+=3),(e>0||L!==r-1)&&(h.push(D,U,F),A+=3)}c.addGroup(g,A,0),g+=A}function S(v){let T=p,A=new ht,x=new E,w=0,L=v===!0?t:e,C=v===!0?1:-1;for(let U=1;U<=n;U++)d.push(0,m*C,0),u.push(0,C,0),f.push(.5,.5),p++;let D=p;for(let U=0;U<=n;U++){let I=U/n*l+o,z=Math.cos(I),W=Math.sin(I);x.x=L*W,x.y=m*C,x.z=L*z,d.push(x.x,x.y,x.z),u.push(0,C,0),A.x=z*.5+.5,A.y=W*.5*C+.5,f.push(A.x,A.y),p++}for(let U=0;U<n;U++){let F=T+U,I=D+U;v===!0?h.push(I,I+1,F):h.push(I+1,I,F),w+=3}c.addGroup(g,w,v===!0?1:2),g+=w}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},yr=class s extends Yn{constructor(t=1,e=1,i=32,n=1,r=!1,a=0,o=Math.PI*2){super(0,t,e,i,n,r,a,o),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:i,heightSegments:n,openEnded:r,thetaStart:a,thetaLength:o}}static fromJSON(t){return new s(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Qa=class s extends Wt{constructor(t=[],e=[],i=1,n=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:i,detail:n};let r=[],a=[];o(n),c(i),h(),this.setAttribute("position",new Jt(r,3)),this.setAttribute("normal",new Jt(r.slice(),3)),this.setAttribute("uv",new Jt(a,2)),n===0?this.computeVertexNormals():this.normalizeNormals();function o(_){let S=new E,v=new E,T=new E;for(let A=0;A<e.length;A+=3)f(e[A+0],S),f(e[A+1],v),f(e[A+2],T),l(S,v,T,_)}function l(_,S,v,T){let A=T+1,x=[];for(let w=0;w<=A;w++){x[w]=[];let L=_.clone().lerp(v,w/A),C=S.clone().lerp(v,w/A),D=A-w;for(let U=0;U<=D;U++)U===0&&w===A?x[w][U]=L:x[w][U]=L.clone().lerp(C,U/D)}for(let w=0;w<A;w++)for(let L=0;L<2*(A-w)-1;L++){let C=Math.floor(L/2);L%2===0?(u(x[w][C+1]),u(x[w+1][C]),u(x[w][C])):(u(x[w][C+1]),u(x[w+1][C+1]),u(x[w+1][C]))}}function c(_){let S=new E;for(let v=0;v<r.length;v+=3)S.x=r[v+0],S.y=r[v+1],S.z=r[v+2],S.normalize().multiplyScalar(_),r[v+0]=S.x,r[v+1]=S.y,r[v+2]=S.z}function h(){let _=new E;for(let S=0;S<r.length;S+=3){_.x=r[S+0],_.y=r[S+1],_.z=r[S+2];let v=m(_)/2/Math.PI+.5,T=g(_)/Math.PI+.5;a.push(v,1-T)}p(),d()}function d(){for(let _=0;_<a.length;_+=6){let S=a[_+0],v=a[_+2],T=a[_+4],A=Math.max(S,v,T),x=Math.min(S,v,T);A>.9&&x<.1&&(S<.2&&(a[_+0]+=1),v<.2&&(a[_+2]+=1),T<.2&&(a[_+4]+=1))}}function u(_){r.push(_.x,_.y,_.z)}function f(_,S){let v=_*3;S.x=t[v+0],S.y=t[v+1],S.z=t[v+2]}function p(){let _=new E,S=new E,v=new E,T=new E,A=new ht,x=new ht,w=new ht;for(let L=0,C=0;L<r.length;L+=9,C+=6){_.set(r[L+0],r[L+1],r[L+2]),S.set(r[L+3],r[L+4],r[L+5]),v.set(r[L+6],r[L+7],r[L+8]),A.set(a[C+0],a[C+1]),x.set(a[C+2],a[C+3]),w.set(a[C+4],a[C+5]),T.copy(_).add(S).add(v).divideScalar(3);let D=m(T);y(A,C+0,_,D),y(x,C+2,S,D),y(w,C+4,v,D)}}function y(_,S,v,T){T<0&&_.x===1&&(a[S]=_.x-1),v.x===0&&v.z===0&&(a[S]=T/2/Math.PI+.5)}function m(_){return Math.atan2(_.z,-_.x)}function g(_){return Math.atan2(-_.y,Math.sqrt(_.x*_.x+_.z*_.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.vertices,t.indices,t.radius,t.detail)}};var xi=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){It("Curve: .getPoint() not implemented.")}getPointAt(t,e){let i=this.getUtoTmapping(t);return this.getPoint(i,e)}getPoints(t=5){let e=[];for(let i=0;i<=t;i++)e.push(this.getPoint(i/t));return e}getSpacedPoints(t=5){let e=[];for(let i=0;i<=t;i++)e.push(this.getPointAt(i/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],i,n=this.getPoint(0),r=0;e.push(0);for(let a=1;a<=t;a++)i=this.getPoint(a/t),r+=i.distanceTo(n),e.push(r),n=i;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let i=this.getLengths(),n=0,r=i.length,a;e?a=e:a=t*i[r-1];let o=0,l=r-1,c;for(;o<=l;)if(n=Math.floor(o+(l-o)/2),c=i[n]-a,c<0)o=n+1;else if(c>0)l=n-1;else{l=n;break}if(n=l,i[n]===a)return n/(r-1);let h=i[n],u=i[n+1]-h,f=(a-h)/u;return(n+f)/(r-1)}getTangent(t,e){let n=t-1e-4,r=t+1e-4;n<0&&(n=0),r>1&&(r=1);let a=this.getPoint(n),o=this.getPoint(r),l=e||(a.isVector2?new ht:new E);return l.copy(o).sub(a).normalize(),l}getTangentAt(t,e){let i=this.getUtoTmapping(t);return this.getTangent(i,e)}computeFrenetFrames(t,e=!1){let i=new E,n=[],r=[],a=[],o=new E,l=new Qt;for(let f=0;f<=t;f++){let p=f/t;n[f]=this.getTangentAt(p,new E)}r[0]=new E,a[0]=new E;let c=Number.MAX_VALUE,h=Math.abs(n[0].x),d=Math.abs(n[0].y),u=Math.abs(n[0].z);h<=c&&(c=h,i.set(1,0,0)),d<=c&&(c=d,i.set(0,1,0)),u<=c&&i.set(0,0,1),o.crossVectors(n[0],i).normalize(),r[0].crossVectors(n[0],o),a[0].crossVectors(n[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),a[f]=a[f-1].clone(),o.crossVectors(n[f-1],n[f]),o.length()>Number.EPSILON){o.normalize();let p=Math.acos(Ht(n[f-1].dot(n[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(o,p))}a[f].crossVectors(n[f],r[f])}if(e===!0){let f=Math.acos(Ht(r[0].dot(r[t]),-1,1));f/=t,n[0].dot(o.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(n[p],f*p)),a[p].crossVectors(n[p],r[p])}return{tangents:n,normals:r,binormals:a}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},Ps=class extends xi{constructor(t=0,e=0,i=1,n=1,r=0,a=Math.PI*2,o=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=i,this.yRadius=n,this.aStartAngle=r,this.aEndAngle=a,this.aClockwise=o,this.aRotation=l}getPoint(t,e=new ht){let i=e,n=Math.PI*2,r=this.aEndAngle-this.aStartAngle,a=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=n;for(;r>n;)r-=n;r<Number.EPSILON&&(a?r=0:r=n),this.aClockwise===!0&&!a&&(r===n?r=-n:r=r-n);let o=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(o),c=this.aY+this.yRadius*Math.sin(o);if(this.aRotation!==0){let h=Math.cos(this.aRotation),d=Math.sin(this.aRotation),u=l-this.aX,f=c-this.aY;l=u*h-f*d+this.aX,c=u*d+f*h+this.aY}return i.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},to=class extends Ps{constructor(t,e,i,n,r,a){super(t,e,i,i,n,r,a),this.isArcCurve=!0,this.type="ArcCurve"}};function Uh(){let s=0,t=0,e=0,i=0;function n(r,a,o,l){s=r,t=o,e=-3*r+3*a-2*o-l,i=2*r-2*a+o+l}return{initCatmullRom:function(r,a,o,l,c){n(a,o,c*(o-r),c*(l-a))},initNonuniformCatmullRom:function(r,a,o,l,c,h,d){let u=(a-r)/c-(o-r)/(c+h)+(o-a)/h,f=(o-a)/h-(l-a)/(h+d)+(l-o)/d;u*=h,f*=h,n(a,o,u,f)},calc:function(r){let a=r*r,o=a*r;return s+t*r+e*a+i*o}}}var nd=new E,sd=new E,Xc=new Uh,qc=new Uh,$c=new Uh,Zn=class extends xi{constructor(t=[],e=!1,i="centripetal",n=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=i,this.tension=n}getPoint(t,e=new E){let i=e,n=this.points,r=n.length,a=(r-(this.closed?0:1))*t,o=Math.floor(a),l=a-o;this.closed?o+=o>0?0:(Math.floor(Math.abs(o)/r)+1)*r:l===0&&o===r-1&&(o=r-2,l=1);let c,h;this.closed||o>0?c=n[(o-1)%r]:(sd.subVectors(n[0],n[1]).add(n[0]),c=sd);let d=n[o%r],u=n[(o+1)%r];if(this.closed||o+2<r?h=n[(o+2)%r]:(nd.subVectors(n[r-1],n[r-2]).add(n[r-1]),h=nd),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(d),f),y=Math.pow(d.distanceToSquared(u),f),m=Math.pow(u.distanceToSquared(h),f);y<1e-4&&(y=1),p<1e-4&&(p=y),m<1e-4&&(m=y),Xc.initNonuniformCatmullRom(c.x,d.x,u.x,h.x,p,y,m),qc.initNonuniformCatmullRom(c.y,d.y,u.y,h.y,p,y,m),$c.initNonuniformCatmullRom(c.z,d.z,u.z,h.z,p,y,m)}else this.curveType==="catmullrom"&&(Xc.initCatmullRom(c.x,d.x,u.x,h.x,this.tension),qc.initCatmullRom(c.y,d.y,u.y,h.y,this.tension),$c.initCatmullRom(c.z,d.z,u.z,h.z,this.tension));return i.set(Xc.calc(l),qc.calc(l),$c.calc(l)),i}copy(t){super.copy(t),this.points=[];for(let e=0,i=t.points.length;e<i;e++){let n=t.points[e];this.points.push(n.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,i=this.points.length;e<i;e++){let n=this.points[e];t.points.push(n.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,i=t.points.length;e<i;e++){let n=t.points[e];this.points.push(new E().fromArray(n))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function rd(s,t,e,i,n){let r=(i-t)*.5,a=(n-e)*.5,o=s*s,l=s*o;return(2*e-2*i+r+a)*l+(-3*e+3*i-2*r-a)*o+r*s+e}function og(s,t){let e=1-s;return e*e*t}function lg(s,t){return 2*(1-s)*s*t}function cg(s,t){return s*s*t}function rr(s,t,e,i){return og(s,t)+lg(s,e)+cg(s,i)}function hg(s,t){let e=1-s;return e*e*e*t}function ug(s,t){let e=1-s;return 3*e*e*s*t}function dg(s,t){return 3*(1-s)*s*s*t}function fg(s,t){return s*s*s*t}function ar(s,t,e,i,n){return hg(s,t)+ug(s,e)+dg(s,i)+fg(s,n)}var vr=class extends xi{constructor(t=new ht,e=new ht,i=new ht,n=new ht){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=i,this.v3=n}getPoint(t,e=new ht){let i=e,n=this.v0,r=this.v1,a=this.v2,o=this.v3;return i.set(ar(t,n.x,r.x,a.x,o.x),ar(t,n.y,r.y,a.y,o.y)),i}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},eo=class extends xi{constructor(t=new E,e=new E,i=new E,n=new E){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=i,this.v3=n}getPoint(t,e=new E){let i=e,n=this.v0,r=this.v1,a=this.v2,o=this.v3;return i.set(ar(t,n.x,r.x,a.x,o.x),ar(t,n.y,r.y,a.y,o.y),ar(t,n.z,r.z,a.z,o.z)),i}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Mr=class extends xi{constructor(t=new ht,e=new ht){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new ht){let i=e;return t===1?i.copy(this.v2):(i.copy(this.v2).sub(this.v1),i.multiplyScalar(t).add(this.v1)),i}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new ht){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},io=class extends xi{constructor(t=new E,e=new E){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new E){let i=e;return t===1?i.copy(this.v2):(i.copy(this.v2).sub(this.v1),i.multiplyScalar(t).add(this.v1)),i}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new E){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Sr=class extends xi{constructor(t=new ht,e=new ht,i=new ht){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=i}getPoint(t,e=new ht){let i=e,n=this.v0,r=this.v1,a=this.v2;return i.set(rr(t,n.x,r.x,a.x),rr(t,n.y,r.y,a.y)),i}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},br=class extends xi{constructor(t=new E,e=new E,i=new E){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=i}getPoint(t,e=new E){let i=e,n=this.v0,r=this.v1,a=this.v2;return i.set(rr(t,n.x,r.x,a.x),rr(t,n.y,r.y,a.y),rr(t,n.z,r.z,a.z)),i}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},wr=class extends xi{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new ht){let i=e,n=this.points,r=(n.length-1)*t,a=Math.floor(r),o=r-a,l=n[a===0?a:a-1],c=n[a],h=n[a>n.length-2?n.length-1:a+1],d=n[a>n.length-3?n.length-1:a+2];return i.set(rd(o,l.x,c.x,h.x,d.x),rd(o,l.y,c.y,h.y,d.y)),i}copy(t){super.copy(t),this.points=[];for(let e=0,i=t.points.length;e<i;e++){let n=t.points[e];this.points.push(n.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,i=this.points.length;e<i;e++){let n=this.points[e];t.points.push(n.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,i=t.points.length;e<i;e++){let n=t.points[e];this.points.push(new ht().fromArray(n))}return this}},jc=Object.freeze({__proto__:null,ArcCurve:to,CatmullRomCurve3:Zn,CubicBezierCurve:vr,CubicBezierCurve3:eo,EllipseCurve:Ps,LineCurve:Mr,LineCurve3:io,QuadraticBezierCurve:Sr,QuadraticBezierCurve3:br,SplineCurve:wr}),no=class extends xi{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let i=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new jc[i](e,t))}return this}getPoint(t,e){let i=t*this.getLength(),n=this.getCurveLengths(),r=0;for(;r<n.length;){if(n[r]>=i){let a=n[r]-i,o=this.curves[r],l=o.getLength(),c=l===0?0:1-a/l;return o.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let i=0,n=this.curves.length;i<n;i++)e+=this.curves[i].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let i=0;i<=t;i++)e.push(this.getPoint(i/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],i;for(let n=0,r=this.curves;n<r.length;n++){let a=r[n],o=a.isEllipseCurve?t*2:a.isLineCurve||a.isLineCurve3?1:a.isSplineCurve?t*a.points.length:t,l=a.getPoints(o);for(let c=0;c<l.length;c++){let h=l[c];i&&i.equals(h)||(e.push(h),i=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,i=t.curves.length;e<i;e++){let n=t.curves[e];this.curves.push(n.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,i=this.curves.length;e<i;e++){let n=this.curves[e];t.curves.push(n.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,i=t.curves.length;e<i;e++){let n=t.curves[e];this.curves.push(new jc[n.type]().fromJSON(n))}return this.cacheLengths=null,this}},Ar=class extends no{constructor(t){super(),this.type="Path",this.currentPoint=new ht,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,i=t.length;e<i;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let i=new Mr(this.currentPoint.clone(),new ht(t,e));return this.curves.push(i),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,i,n){let r=new Sr(this.currentPoint.clone(),new ht(t,e),new ht(i,n));return this.curves.push(r),this.currentPoint.set(i,n),this}bezierCurveTo(t,e,i,n,r,a){let o=new vr(this.currentPoint.clone(),new ht(t,e),new ht(i,n),new ht(r,a));return this.curves.push(o),this.currentPoint.set(r,a),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),i=new wr(e);return this.curves.push(i),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,i,n,r,a){let o=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+o,e+l,i,n,r,a),this}absarc(t,e,i,n,r,a){return this.absellipse(t,e,i,i,n,r,a),this}ellipse(t,e,i,n,r,a,o,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,i,n,r,a,o,l),this}absellipse(t,e,i,n,r,a,o,l){let c=new Ps(t,e,i,n,r,a,o,l);if(this.curves.length>0){let d=c.getPoint(0);d.equals(this.currentPoint)||this.lineTo(d.x,d.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Ii=class extends Ar{constructor(t){super(t),this.uuid=es(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let i=0,n=this.holes.length;i<n;i++)e[i]=this.holes[i].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,i=t.holes.length;e<i;e++){let n=t.holes[e];this.holes.push(n.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,i=this.holes.length;e<i;e++){let n=this.holes[e];t.holes.push(n.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,i=t.holes.length;e<i;e++){let n=t.holes[e];this.holes.push(new Ar().fromJSON(n))}return this}};function pg(s,t,e=2){let i=t&&t.length,n=i?t[0]*e:s.length,r=tf(s,0,n,e,!0),a=[];if(!r||r.next===r.prev)return a;let o,l,c;if(i&&(r=yg(s,t,r,e)),s.length>80*e){o=s[0],l=s[1];let h=o,d=l;for(let u=e;u<n;u+=e){let f=s[u],p=s[u+1];f<o&&(o=f),p<l&&(l=p),f>h&&(h=f),p>d&&(d=p)}c=Math.max(h-o,d-l),c=c!==0?32767/c:0}return Tr(r,a,e,o,l,c,0),a}function tf(s,t,e,i,n){let r;if(n===Ig(s,t,e,i)>0)for(let a=t;a<e;a+=i)r=ad(a/i|0,s[a],s[a+1],r);else for(let a=e-i;a>=t;a-=i)r=ad(a/i|0,s[a],s[a+1],r);return r&&Ls(r,r.next)&&(Rr(r),r=r.next),r}function Jn(s,t){if(!s)return s;t||(t=s);let e=s,i;do if(i=!1,!e.steiner&&(Ls(e,e.next)||ve(e.prev,e,e.next)===0)){if(Rr(e),e=t=e.prev,e===e.next)break;i=!0}else e=e.next;while(i||e!==t);return t}function Tr(s,t,e,i,n,r,a){if(!s)return;!a&&r&&wg(s,i,n,r);let o=s;for(;s.prev!==s.next;){let l=s.prev,c=s.next;if(r?gg(s,i,n,r):mg(s)){t.push(l.i,s.i,c.i),Rr(s),s=c.next,o=c.next;continue}if(s=c,s===o){a?a===1?(s=xg(Jn(s),t),Tr(s,t,e,i,n,r,2)):a===2&&_g(s,t,e,i,n,r):Tr(Jn(s),t,e,i,n,r,1);break}}}function mg(s){let t=s.prev,e=s,i=s.next;if(ve(t,e,i)>=0)return!1;let n=t.x,r=e.x,a=i.x,o=t.y,l=e.y,c=i.y,h=Math.min(n,r,a),d=Math.min(o,l,c),u=Math.max(n,r,a),f=Math.max(o,l,c),p=i.next;for(;p!==t;){if(p.x>=h&&p.x<=u&&p.y>=d&&p.y<=f&&er(n,o,r,l,a,c,p.x,p.y)&&ve(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function gg(s,t,e,i){let n=s.prev,r=s,a=s.next;if(ve(n,r,a)>=0)return!1;let o=n.x,l=r.x,c=a.x,h=n.y,d=r.y,u=a.y,f=Math.min(o,l,c),p=Math.min(h,d,u),y=Math.max(o,l,c),m=Math.max(h,d,u),g=Qc(f,p,t,e,i),_=Qc(y,m,t,e,i),S=s.prevZ,v=s.nextZ;for(;S&&S.z>=g&&v&&v.z<=_;){if(S.x>=f&&S.x<=y&&S.y>=p&&S.y<=m&&S!==n&&S!==a&&er(o,h,l,d,c,u,S.x,S.y)&&ve(S.prev,S,S.next)>=0||(S=S.prevZ,v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==n&&v!==a&&er(o,h,l,d,c,u,v.x,v.y)&&ve(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;S&&S.z>=g;){if(S.x>=f&&S.x<=y&&S.y>=p&&S.y<=m&&S!==n&&S!==a&&er(o,h,l,d,c,u,S.x,S.y)&&ve(S.prev,S,S.next)>=0)return!1;S=S.prevZ}for(;v&&v.z<=_;){if(v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==n&&v!==a&&er(o,h,l,d,c,u,v.x,v.y)&&ve(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function xg(s,t){let e=s;do{let i=e.prev,n=e.next.next;!Ls(i,n)&&nf(i,e,e.next,n)&&Er(i,n)&&Er(n,i)&&(t.push(i.i,e.i,n.i),Rr(e),Rr(e.next),e=s=n),e=e.next}while(e!==s);return Jn(e)}function _g(s,t,e,i,n,r){let a=s;do{let o=a.next.next;for(;o!==a.prev;){if(a.i!==o.i&&Eg(a,o)){let l=sf(a,o);a=Jn(a,a.next),l=Jn(l,l.next),Tr(a,t,e,i,n,r,0),Tr(l,t,e,i,n,r,0);return}o=o.next}a=a.next}while(a!==s)}function yg(s,t,e,i){let n=[];for(let r=0,a=t.length;r<a;r++){let o=t[r]*i,l=r<a-1?t[r+1]*i:s.length,c=tf(s,o,l,i,!1);c===c.next&&(c.steiner=!0),n.push(Tg(c))}n.sort(vg);for(let r=0;r<n.length;r++)e=Mg(n[r],e);return e}function vg(s,t){let e=s.x-t.x;if(e===0&&(e=s.y-t.y,e===0)){let i=(s.next.y-s.y)/(s.next.x-s.x),n=(t.next.y-t.y)/(t.next.x-t.x);e=i-n}return e}function Mg(s,t){let e=Sg(s,t);if(!e)return t;let i=sf(e,s);return Jn(i,i.next),Jn(e,e.next)}function Sg(s,t){let e=t,i=s.x,n=s.y,r=-1/0,a;if(Ls(s,e))return e;do{if(Ls(s,e.next))return e.next;if(n<=e.y&&n>=e.next.y&&e.next.y!==e.y){let d=e.x+(n-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(d<=i&&d>r&&(r=d,a=e.x<e.next.x?e:e.next,d===i))return a}e=e.next}while(e!==t);if(!a)return null;let o=a,l=a.x,c=a.y,h=1/0;e=a;do{if(i>=e.x&&e.x>=l&&i!==e.x&&ef(n<c?i:r,n,l,c,n<c?r:i,n,e.x,e.y)){let d=Math.abs(n-e.y)/(i-e.x);Er(e,s)&&(d<h||d===h&&(e.x>a.x||e.x===a.x&&bg(a,e)))&&(a=e,h=d)}e=e.next}while(e!==o);return a}function bg(s,t){return ve(s.prev,s,t.prev)<0&&ve(t.next,s,s.next)<0}function wg(s,t,e,i){let n=s;do n.z===0&&(n.z=Qc(n.x,n.y,t,e,i)),n.prevZ=n.prev,n.nextZ=n.next,n=n.next;while(n!==s);n.prevZ.nextZ=null,n.prevZ=null,Ag(n)}function Ag(s){let t,e=1;do{let i=s,n;s=null;let r=null;for(t=0;i;){t++;let a=i,o=0;for(let c=0;c<e&&(o++,a=a.nextZ,!!a);c++);let l=e;for(;o>0||l>0&&a;)o!==0&&(l===0||!a||i.z<=a.z)?(n=i,i=i.nextZ,o--):(n=a,a=a.nextZ,l--),r?r.nextZ=n:s=n,n.prevZ=r,r=n;i=a}r.nextZ=null,e*=2}while(t>1);return s}function Qc(s,t,e,i,n){return s=(s-e)*n|0,t=(t-i)*n|0,s=(s|s<<8)&16711935,s=(s|s<<4)&252645135,s=(s|s<<2)&858993459,s=(s|s<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,s|t<<1}function Tg(s){let t=s,e=s;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==s);return e}function ef(s,t,e,i,n,r,a,o){return(n-a)*(t-o)>=(s-a)*(r-o)&&(s-a)*(i-o)>=(e-a)*(t-o)&&(e-a)*(r-o)>=(n-a)*(i-o)}function er(s,t,e,i,n,r,a,o){return!(s===a&&t===o)&&ef(s,t,e,i,n,r,a,o)}function Eg(s,t){return s.next.i!==t.i&&s.prev.i!==t.i&&!Rg(s,t)&&(Er(s,t)&&Er(t,s)&&Cg(s,t)&&(ve(s.prev,s,t.prev)||ve(s,t.prev,t))||Ls(s,t)&&ve(s.prev,s,s.next)>0&&ve(t.prev,t,t.next)>0)}function ve(s,t,e){return(t.y-s.y)*(e.x-t.x)-(t.x-s.x)*(e.y-t.y)}function Ls(s,t){return s.x===t.x&&s.y===t.y}function nf(s,t,e,i){let n=Ia(ve(s,t,e)),r=Ia(ve(s,t,i)),a=Ia(ve(e,i,s)),o=Ia(ve(e,i,t));return!!(n!==r&&a!==o||n===0&&Ca(s,e,t)||r===0&&Ca(s,i,t)||a===0&&Ca(e,s,i)||o===0&&Ca(e,t,i))}function Ca(s,t,e){return t.x<=Math.max(s.x,e.x)&&t.x>=Math.min(s.x,e.x)&&t.y<=Math.max(s.y,e.y)&&t.y>=Math.min(s.y,e.y)}function Ia(s){return s>0?1:s<0?-1:0}function Rg(s,t){let e=s;do{if(e.i!==s.i&&e.next.i!==s.i&&e.i!==t.i&&e.next.i!==t.i&&nf(e,e.next,s,t))return!0;e=e.next}while(e!==s);return!1}function Er(s,t){return ve(s.prev,s,s.next)<0?ve(s,t,s.next)>=0&&ve(s,s.prev,t)>=0:ve(s,t,s.prev)<0||ve(s,s.next,t)<0}function Cg(s,t){let e=s,i=!1,n=(s.x+t.x)/2,r=(s.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&n<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(i=!i),e=e.next;while(e!==s);return i}function sf(s,t){let e=th(s.i,s.x,s.y),i=th(t.i,t.x,t.y),n=s.next,r=t.prev;return s.next=t,t.prev=s,e.next=n,n.prev=e,i.next=e,e.prev=i,r.next=i,i.prev=r,i}function ad(s,t,e,i){let n=th(s,t,e);return i?(n.next=i.next,n.prev=i,i.next.prev=n,i.next=n):(n.prev=n,n.next=n),n}function Rr(s){s.next.prev=s.prev,s.prev.next=s.next,s.prevZ&&(s.prevZ.nextZ=s.nextZ),s.nextZ&&(s.nextZ.prevZ=s.prevZ)}function th(s,t,e){return{i:s,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Ig(s,t,e,i){let n=0;for(let r=t,a=e-i;r<e;r+=i)n+=(s[a]-s[r])*(s[r+1]+s[a+1]),a=r;return n}var eh=class{static triangulate(t,e,i=2){return pg(t,e,i)}},bs=class s{static area(t){let e=t.length,i=0;for(let n=e-1,r=0;r<e;n=r++)i+=t[n].x*t[r].y-t[r].x*t[n].y;return i*.5}static isClockWise(t){return s.area(t)<0}static triangulateShape(t,e){let i=[],n=[],r=[];od(t),ld(i,t);let a=t.length;e.forEach(od);for(let l=0;l<e.length;l++)n.push(a),a+=e[l].length,ld(i,e[l]);let o=eh.triangulate(i,n);for(let l=0;l<o.length;l+=3)r.push(o.slice(l,l+3));return r}};function od(s){let t=s.length;t>2&&s[t-1].equals(s[0])&&s.pop()}function ld(s,t){for(let e=0;e<t.length;e++)s.push(t[e].x),s.push(t[e].y)}var Cr=class s extends Qa{constructor(t=1,e=0){let i=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],n=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(i,n,t,e),this.type="OctahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new s(t.radius,t.detail)}},Oi=class s extends Wt{constructor(t=1,e=1,i=1,n=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:i,heightSegments:n};let r=t/2,a=e/2,o=Math.floor(i),l=Math.floor(n),c=o+1,h=l+1,d=t/o,u=e/l,f=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let _=g*u-a;for(let S=0;S<c;S++){let v=S*d-r;p.push(v,-_,0),y.push(0,0,1),m.push(S/o),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let _=0;_<o;_++){let S=_+c*g,v=_+c*(g+1),T=_+1+c*(g+1),A=_+1+c*g;f.push(S,v,A),f.push(v,T,A)}this.setIndex(f),this.setAttribute("position",new Jt(p,3)),this.setAttribute("normal",new Jt(y,3)),this.setAttribute("uv",new Jt(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.widthSegments,t.heightSegments)}},Ir=class s extends Wt{constructor(t=.5,e=1,i=32,n=1,r=0,a=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:t,outerRadius:e,thetaSegments:i,phiSegments:n,thetaStart:r,thetaLength:a},i=Math.max(3,i),n=Math.max(1,n);let o=[],l=[],c=[],h=[],d=t,u=(e-t)/n,f=new E,p=new ht;for(let y=0;y<=n;y++){for(let m=0;m<=i;m++){let g=r+m/i*a;f.x=d*Math.cos(g),f.y=d*Math.sin(g),l.push(f.x,f.y,f.z),c.push(0,0,1),p.x=(f.x/e+1)/2,p.y=(f.y/e+1)/2,h.push(p.x,p.y)}d+=u}for(let y=0;y<n;y++){let m=y*(i+1);for(let g=0;g<i;g++){let _=g+m,S=_,v=_+i+1,T=_+i+2,A=_+1;o.push(S,v,A),o.push(v,T,A)}}this.setIndex(o),this.setAttribute("position",new Jt(l,3)),this.setAttribute("normal",new Jt(c,3)),this.setAttribute("uv",new Jt(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}},hn=class s extends Wt{constructor(t=new Ii([new ht(0,.5),new ht(-.5,-.5),new ht(.5,-.5)]),e=12){super(),this.type="ShapeGeometry",this.parameters={shapes:t,curveSegments:e};let i=[],n=[],r=[],a=[],o=0,l=0;if(Array.isArray(t)===!1)c(t);else for(let h=0;h<t.length;h++)c(t[h]),this.addGroup(o,l,h),o+=l,l=0;this.setIndex(i),this.setAttribute("position",new Jt(n,3)),this.setAttribute("normal",new Jt(r,3)),this.setAttribute("uv",new Jt(a,2));function c(h){let d=n.length/3,u=h.extractPoints(e),f=u.shape,p=u.holes;bs.isClockWise(f)===!1&&(f=f.reverse());for(let m=0,g=p.length;m<g;m++){let _=p[m];bs.isClockWise(_)===!0&&(p[m]=_.reverse())}let y=bs.triangulateShape(f,p);for(let m=0,g=p.length;m<g;m++){let _=p[m];f=f.concat(_)}for(let m=0,g=f.length;m<g;m++){let _=f[m];n.push(_.x,_.y,0),r.push(0,0,1),a.push(_.x,_.y)}for(let m=0,g=y.length;m<g;m++){let _=y[m],S=_[0]+d,v=_[1]+d,T=_[2]+d;i.push(S,v,T),l+=3}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes;return Pg(e,t)}static fromJSON(t,e){let i=[];for(let n=0,r=t.shapes.length;n<r;n++){let a=e[t.shapes[n]];i.push(a)}return new s(i,t.curveSegments)}};function Pg(s,t){if(t.shapes=[],Array.isArray(s))for(let e=0,i=s.length;e<i;e++){let n=s[e];t.shapes.push(n.uuid)}else t.shapes.push(s.uuid);return t}var Kn=class s extends Wt{constructor(t=1,e=32,i=16,n=0,r=Math.PI*2,a=0,o=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:i,phiStart:n,phiLength:r,thetaStart:a,thetaLength:o},e=Math.max(3,Math.floor(e)),i=Math.max(2,Math.floor(i));let l=Math.min(a+o,Math.PI),c=0,h=[],d=new E,u=new E,f=[],p=[],y=[],m=[];for(let g=0;g<=i;g++){let _=[],S=g/i,v=a+S*o,T=t*Math.cos(v),A=Math.sqrt(t*t-T*T),x=0;g===0&&a===0?x=.5/e:g===i&&l===Math.PI&&(x=-.5/e);for(let w=0;w<=e;w++){let L=w/e,C=n+L*r;d.x=-A*Math.cos(C),d.y=T,d.z=A*Math.sin(C),p.push(d.x,d.y,d.z),u.copy(d).normalize(),y.push(u.x,u.y,u.z),m.push(L+x,1-S),_.push(c++)}h.push(_)}for(let g=0;g<i;g++)for(let _=0;_<e;_++){let S=h[g][_+1],v=h[g][_],T=h[g+1][_],A=h[g+1][_+1];(g!==0||a>0)&&f.push(S,v,A),(g!==i-1||l<Math.PI)&&f.push(v,T,A)}this.setIndex(f),this.setAttribute("position",new Jt(p,3)),this.setAttribute("normal",new Jt(y,3)),this.setAttribute("uv",new Jt(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Pr=class s extends Wt{constructor(t=new br(new E(-1,-1,0),new E(-1,1,0),new E(1,1,0)),e=64,i=1,n=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:i,radialSegments:n,closed:r};let a=t.computeFrenetFrames(e,r);this.tangents=a.tangents,this.normals=a.normals,this.binormals=a.binormals;let o=new E,l=new E,c=new ht,h=new E,d=[],u=[],f=[],p=[];y(),this.setIndex(p),this.setAttribute("position",new Jt(d,3)),this.setAttribute("normal",new Jt(u,3)),this.setAttribute("uv",new Jt(f,2));function y(){for(let S=0;S<e;S++)m(S);m(r===!1?e:0),_(),g()}function m(S){h=t.getPointAt(S/e,h);let v=a.normals[S],T=a.binormals[S];for(let A=0;A<=n;A++){let x=A/n*Math.PI*2,w=Math.sin(x),L=-Math.cos(x);l.x=L*v.x+w*T.x,l.y=L*v.y+w*T.y,l.z=L*v.z+w*T.z,l.normalize(),u.push(l.x,l.y,l.z),o.x=h.x+i*l.x,o.y=h.y+i*l.y,o.z=h.z+i*l.z,d.push(o.x,o.y,o.z)}}function g(){for(let S=1;S<=e;S++)for(let v=1;v<=n;v++){let T=(n+1)*(S-1)+(v-1),A=(n+1)*S+(v-1),x=(n+1)*S+v,w=(n+1)*(S-1)+v;p.push(T,A,w),p.push(A,x,w)}}function _(){for(let S=0;S<=e;S++)for(let v=0;v<=n;v++)c.x=S/e,c.y=v/n,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new s(new jc[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}};function is(s){let t={};for(let e in s){t[e]={};for(let i in s[e]){let n=s[e][i];if(cd(n))n.isRenderTargetTexture?(It("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][i]=null):t[e][i]=n.clone();else if(Array.isArray(n))if(cd(n[0])){let r=[];for(let a=0,o=n.length;a<o;a++)r[a]=n[a].clone();t[e][i]=r}else t[e][i]=n.slice();else t[e][i]=n}}return t}function Ke(s){let t={};for(let e=0;e<s.length;e++){let i=is(s[e]);for(let n in i)t[n]=i[n]}return t}function cd(s){return s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)}function Lg(s){let t=[];for(let e=0;e<s.length;e++)t.push(s[e].clone());return t}function Oh(s){let t=s.getRenderTarget();return t===null?s.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Yt.workingColorSpace}var rf={clone:is,merge:Ke},Dg=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Ng=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,$i=class extends Rn{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Dg,this.fragmentShader=Ng,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=is(t.uniforms),this.uniformsGroups=Lg(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let n in this.uniforms){let a=this.uniforms[n].value;a&&a.isTexture?e.uniforms[n]={type:"t",value:a.toJSON(t).uuid}:a&&a.isColor?e.uniforms[n]={type:"c",value:a.getHex()}:a&&a.isVector2?e.uniforms[n]={type:"v2",value:a.toArray()}:a&&a.isVector3?e.uniforms[n]={type:"v3",value:a.toArray()}:a&&a.isVector4?e.uniforms[n]={type:"v4",value:a.toArray()}:a&&a.isMatrix3?e.uniforms[n]={type:"m3",value:a.toArray()}:a&&a.isMatrix4?e.uniforms[n]={type:"m4",value:a.toArray()}:e.uniforms[n]={value:a}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let i={};for(let n in this.extensions)this.extensions[n]===!0&&(i[n]=!0);return Object.keys(i).length>0&&(e.extensions=i),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let i in t.uniforms){let n=t.uniforms[i];switch(this.uniforms[i]={},n.type){case"t":this.uniforms[i].value=e[n.value]||null;break;case"c":this.uniforms[i].value=new _t().setHex(n.value);break;case"v2":this.uniforms[i].value=new ht().fromArray(n.value);break;case"v3":this.uniforms[i].value=new E().fromArray(n.value);break;case"v4":this.uniforms[i].value=new ce().fromArray(n.value);break;case"m3":this.uniforms[i].value=new Ut().fromArray(n.value);break;case"m4":this.uniforms[i].value=new Qt().fromArray(n.value);break;default:this.uniforms[i].value=n.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let i in t.extensions)this.extensions[i]=t.extensions[i];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},te=class extends $i{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var so=class extends Rn{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Bd,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},ro=class extends Rn{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function ys(s,t){return!s||s.constructor===t?s:typeof t.BYTES_PER_ELEMENT=="number"?new t(s):Array.prototype.slice.call(s)}function Pa(s){return s!==void 0&&s.inTangents!==void 0&&s.outTangents!==void 0}var Pn=class{constructor(t,e,i,n){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=n!==void 0?n:new e.constructor(i),this.sampleValues=e,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,i=this._cachedIndex,n=e[i],r=e[i-1];i:{t:{let a;e:{n:if(!(t<n)){for(let o=i+2;;){if(n===void 0){if(t<r)break n;return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===o)break;if(r=n,n=e[++i],t<n)break t}a=e.length;break e}if(!(t>=r)){let o=e[1];t<o&&(i=2,r=o);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(n=r,r=e[--i-1],t>=r)break t}a=i,i=0;break e}break i}for(;i<a;){let o=i+a>>>1;t<e[o]?a=o:i=o+1}if(n=e[i],r=e[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===void 0)return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,n)}return this.interpolate_(i,r,t,n)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,i=this.sampleValues,n=this.valueSize,r=t*n;for(let a=0;a!==n;++a)e[a]=i[r+a];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},ao=class extends Pn{constructor(t,e,i,n){super(t,e,i,n),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Zc,endingEnd:Zc}}intervalChanged_(t,e,i){let n=this.parameterPositions,r=t-2,a=t+1,o=n[r],l=n[a];if(o===void 0)switch(this.getSettings_().endingStart){case Jc:r=t,o=2*e-i;break;case Kc:r=n.length-2,o=e+n[r]-n[r+1];break;default:r=t,o=i}if(l===void 0)switch(this.getSettings_().endingEnd){case Jc:a=t,l=2*i-e;break;case Kc:a=1,l=i+n[1]-n[0];break;default:a=t-1,l=e}let c=(i-e)*.5,h=this.valueSize;this._weightPrev=c/(e-o),this._weightNext=c/(l-i),this._offsetPrev=r*h,this._offsetNext=a*h}interpolate_(t,e,i,n){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=t*o,c=l-o,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,f=this._weightNext,p=(i-e)/(n-e),y=p*p,m=y*p,g=-u*m+2*u*y-u*p,_=(1+u)*m+(-1.5-2*u)*y+(-.5+u)*p+1,S=(-1-f)*m+(1.5+f)*y+.5*p,v=f*m-f*y;for(let T=0;T!==o;++T)r[T]=g*a[h+T]+_*a[c+T]+S*a[l+T]+v*a[d+T];return r}},oo=class extends Pn{constructor(t,e,i,n){super(t,e,i,n)}interpolate_(t,e,i,n){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=t*o,c=l-o,h=(i-e)/(n-e),d=1-h;for(let u=0;u!==o;++u)r[u]=a[c+u]*d+a[l+u]*h;return r}},lo=class extends Pn{constructor(t,e,i,n){super(t,e,i,n)}interpolate_(t){return this.copySampleValue_(t-1)}},co=class extends Pn{interpolate_(t,e,i,n){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=t*o,c=l-o,h=this.inTangents,d=this.outTangents;if(!h||!d){let p=(i-e)/(n-e),y=1-p;for(let m=0;m!==o;++m)r[m]=a[c+m]*y+a[l+m]*p;return r}let u=o*2,f=t-1;for(let p=0;p!==o;++p){let y=a[c+p],m=a[l+p],g=f*u+p*2,_=d[g],S=d[g+1],v=t*u+p*2,T=h[v],A=h[v+1],x=Og(i,e,_,T,n);r[p]=af(x,y,S,A,m)}return r}};function af(s,t,e,i,n){let r=1-s;return r*r*r*t+3*r*r*s*e+3*r*s*s*i+s*s*s*n}function Ug(s,t,e,i,n){let r=1-s;return 3*r*r*(e-t)+6*r*s*(i-e)+3*s*s*(n-i)}function Og(s,t,e,i,n){let r=(s-t)/(n-t);for(let a=0;a<8;a++){let o=af(r,t,e,i,n)-s;if(Math.abs(o)<1e-10)break;let l=Ug(r,t,e,i,n);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-o/l))}return r}var _i=class{constructor(t,e,i,n){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=ys(e,this.TimeBufferType),this.values=ys(i,this.ValueBufferType),this.setInterpolation(n||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,i;if(e.toJSON!==this.toJSON)i=e.toJSON(t);else{i={name:t.name,times:ys(t.times,Array),values:ys(t.values,Array)};let n=t.getInterpolation();n!==t.DefaultInterpolation&&(i.interpolation=n),Pa(t.settings)&&(i.settings={inTangents:ys(t.settings.inTangents,Array),outTangents:ys(t.settings.outTangents,Array)})}return i.type=t.ValueTypeName,i}InterpolantFactoryMethodDiscrete(t){return new lo(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new oo(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new ao(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new co(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case or:e=this.InterpolantFactoryMethodDiscrete;break;case Xa:e=this.InterpolantFactoryMethodLinear;break;case Na:e=this.InterpolantFactoryMethodSmooth;break;case Yc:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return It("KeyframeTrack:",i),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return or;case this.InterpolantFactoryMethodLinear:return Xa;case this.InterpolantFactoryMethodSmooth:return Na;case this.InterpolantFactoryMethodBezier:return Yc}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let i=0,n=e.length;i!==n;++i)e[i]+=t;Pa(this.settings)&&(hd(this.settings.inTangents,t),hd(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let i=0,n=e.length;i!==n;++i)e[i]*=t;Pa(this.settings)&&(ud(this.settings.inTangents,t),ud(this.settings.outTangents,t))}return this}trim(t,e){let i=this.times,n=i.length,r=0,a=n-1;for(;r!==n&&i[r]<t;)++r;for(;a!==-1&&i[a]>e;)--a;if(++a,r!==0||a!==n){r>=a&&(a=Math.max(a,1),r=a-1);let o=this.getValueSize();this.times=i.slice(r,a),this.values=this.values.slice(r*o,a*o)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(Nt("KeyframeTrack: Invalid value size in track.",this),t=!1);let i=this.times,n=this.values,r=i.length;r===0&&(Nt("KeyframeTrack: Track is empty.",this),t=!1);let a=null;for(let o=0;o!==r;o++){let l=i[o];if(typeof l=="number"&&isNaN(l)){Nt("KeyframeTrack: Time is not a valid number.",this,o,l),t=!1;break}if(a!==null&&a>l){Nt("KeyframeTrack: Out of order keys.",this,o,l,a),t=!1;break}a=l}if(n!==void 0&&Em(n))for(let o=0,l=n.length;o!==l;++o){let c=n[o];if(isNaN(c)){Nt("KeyframeTrack: Value is not a valid number.",this,o,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),i=this.getValueSize(),n=this.getInterpolation()===Na,r=t.length-1,a=1;for(let o=1;o<r;++o){let l=!1,c=t[o],h=t[o+1];if(c!==h&&(o!==1||c!==t[0]))if(n)l=!0;else{let d=o*i,u=d-i,f=d+i;for(let p=0;p!==i;++p){let y=e[d+p];if(y!==e[u+p]||y!==e[f+p]){l=!0;break}}}if(l){if(o!==a){t[a]=t[o];let d=o*i,u=a*i;for(let f=0;f!==i;++f)e[u+f]=e[d+f]}++a}}if(r>0){t[a]=t[r];for(let o=r*i,l=a*i,c=0;c!==i;++c)e[l+c]=e[o+c];++a}return a!==t.length?(this.times=t.slice(0,a),this.values=e.slice(0,a*i)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),i=this.constructor,n=new i(this.name,t,e);return n.createInterpolant=this.createInterpolant,Pa(this.settings)&&(n.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),n}};function hd(s,t){for(let e=0,i=s.length;e!==i;e+=2)s[e]+=t}function ud(s,t){for(let e=0,i=s.length;e!==i;e+=2)s[e]*=t}_i.prototype.ValueTypeName="";_i.prototype.TimeBufferType=Float32Array;_i.prototype.ValueBufferType=Float32Array;_i.prototype.DefaultInterpolation=Xa;var Ln=class extends _i{constructor(t,e,i){super(t,e,i)}};Ln.prototype.ValueTypeName="bool";Ln.prototype.ValueBufferType=Array;Ln.prototype.DefaultInterpolation=or;Ln.prototype.InterpolantFactoryMethodLinear=void 0;Ln.prototype.InterpolantFactoryMethodSmooth=void 0;var ho=class extends _i{constructor(t,e,i,n){super(t,e,i,n)}};ho.prototype.ValueTypeName="color";var uo=class extends _i{constructor(t,e,i,n){super(t,e,i,n)}};uo.prototype.ValueTypeName="number";var fo=class extends Pn{constructor(t,e,i,n){super(t,e,i,n)}interpolate_(t,e,i,n){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=(i-e)/(n-e),c=t*o;for(let h=c+o;c!==h;c+=4)mi.slerpFlat(r,0,a,c-o,a,c,l);return r}},Lr=class extends _i{constructor(t,e,i,n){super(t,e,i,n)}InterpolantFactoryMethodLinear(t){return new fo(this.times,this.values,this.getValueSize(),t)}};Lr.prototype.ValueTypeName="quaternion";Lr.prototype.InterpolantFactoryMethodSmooth=void 0;var Dn=class extends _i{constructor(t,e,i){super(t,e,i)}};Dn.prototype.ValueTypeName="string";Dn.prototype.ValueBufferType=Array;Dn.prototype.DefaultInterpolation=or;Dn.prototype.InterpolantFactoryMethodLinear=void 0;Dn.prototype.InterpolantFactoryMethodSmooth=void 0;var po=class extends _i{constructor(t,e,i,n){super(t,e,i,n)}};po.prototype.ValueTypeName="vector";var mo=class{constructor(t,e,i){let n=this,r=!1,a=0,o=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=i,this._abortController=null,this.itemStart=function(h){o++,r===!1&&n.onStart!==void 0&&n.onStart(h,a,o),r=!0},this.itemEnd=function(h){a++,n.onProgress!==void 0&&n.onProgress(h,a,o),a===o&&(r=!1,n.onLoad!==void 0&&n.onLoad())},this.itemError=function(h){n.onError!==void 0&&n.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,d){return c.push(h,d),this},this.removeHandler=function(h){let d=c.indexOf(h);return d!==-1&&c.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=c.length;d<u;d+=2){let f=c[d],p=c[d+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},of=new mo,go=class{constructor(t){this.manager=t!==void 0?t:of,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let i=this;return new Promise(function(n,r){i.load(t,n,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};go.DEFAULT_MATERIAL_NAME="__DEFAULT";var La=new E,Da=new mi,Hi=new E,un=class extends gi{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Qt,this.projectionMatrix=new Qt,this.projectionMatrixInverse=new Qt,this.coordinateSystem=Ri,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(La,Da,Hi),Hi.x===1&&Hi.y===1&&Hi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(La,Da,Hi.set(1,1,1)).invert()}updateWorldMatrix(t,e,i=!1){super.updateWorldMatrix(t,e,i),this.matrixWorld.decompose(La,Da,Hi),Hi.x===1&&Hi.y===1&&Hi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(La,Da,Hi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},wn=new E,dd=new ht,fd=new ht,Je=class extends un{constructor(t=50,e=1,i=.1,n=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=i,this.far=n,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=As*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(nr*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return As*2*Math.atan(Math.tan(nr*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,i){wn.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(wn.x,wn.y).multiplyScalar(-t/wn.z),wn.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(wn.x,wn.y).multiplyScalar(-t/wn.z)}getViewSize(t,e){return this.getViewBounds(t,dd,fd),e.subVectors(fd,dd)}setViewOffset(t,e,i,n,r,a){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=n,this.view.width=r,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(nr*.5*this.fov)/this.zoom,i=2*e,n=this.aspect*i,r=-.5*n,a=this.view;if(this.view!==null&&this.view.enabled){let l=a.fullWidth,c=a.fullHeight;r+=a.offsetX*n/l,e-=a.offsetY*i/c,n*=a.width/l,i*=a.height/c}let o=this.filmOffset;o!==0&&(r+=t*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+n,e,e-i,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var xo=class extends un{constructor(t=-1,e=1,i=1,n=-1,r=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=i,this.bottom=n,this.near=r,this.far=a,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,i,n,r,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=n,this.view.width=r,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,n=(this.top+this.bottom)/2,r=i-t,a=i+t,o=n+e,l=n-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,a=r+c*this.view.width,o-=h*this.view.offsetY,l=o-h*this.view.height}this.projectionMatrix.makeOrthographic(r,a,o,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}};var Dr=class extends Wt{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var vs=-90,Ms=1,Ds=class extends gi{constructor(t,e,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let n=new Je(vs,Ms,t,e);n.layers=this.layers,this.add(n);let r=new Je(vs,Ms,t,e);r.layers=this.layers,this.add(r);let a=new Je(vs,Ms,t,e);a.layers=this.layers,this.add(a);let o=new Je(vs,Ms,t,e);o.layers=this.layers,this.add(o);let l=new Je(vs,Ms,t,e);l.layers=this.layers,this.add(l);let c=new Je(vs,Ms,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[i,n,r,a,o,l]=e;for(let c of e)this.remove(c);if(t===Ri)i.up.set(0,1,0),i.lookAt(1,0,0),n.up.set(0,1,0),n.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===hr)i.up.set(0,-1,0),i.lookAt(-1,0,0),n.up.set(0,-1,0),n.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:n}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,a,o,l,c,h]=this.children,d=t.getRenderTarget(),u=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(i,0,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(i,1,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(i,2,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(i,3,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(i,4,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),i.texture.mipmapsAutoUpdate=y,t.setRenderTarget(i,5,n),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(d,u,f),t.xr.enabled=p,i.texture.needsPMREMUpdate=!0}},_o=class extends Je{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Fh="\\[\\]\\.:\\/",Fg=new RegExp("["+Fh+"]","g"),Bh="[^"+Fh+"]",Bg="[^"+Fh.replace("\\.","")+"]",kg=/((?:WC+[\/:])*)/.source.replace("WC",Bh),zg=/(WCOD+)?/.source.replace("WCOD",Bg),Gg=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Bh),Vg=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Bh),Hg=new RegExp("^"+kg+zg+Gg+Vg+"$"),Wg=["material","materials","bones","map"],ih=class{constructor(t,e,i){let n=i||ue.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,n)}getValue(t,e){this.bind();let i=this._targetGroup.nCachedObjects_,n=this._bindings[i];n!==void 0&&n.getValue(t,e)}setValue(t,e){let i=this._bindings;for(let n=this._targetGroup.nCachedObjects_,r=i.length;n!==r;++n)i[n].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].unbind()}},ue=class s{constructor(t,e,i){this.path=e,this.parsedPath=i||s.parseTrackName(e),this.node=s.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,i){return t&&t.isAnimationObjectGroup?new s.Composite(t,e,i):new s(t,e,i)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Fg,"")}static parseTrackName(t){let e=Hg.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let i={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},n=i.nodeName&&i.nodeName.lastIndexOf(".");if(n!==void 0&&n!==-1){let r=i.nodeName.substring(n+1);Wg.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,n),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return i}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let i=t.skeleton.getBoneByName(e);if(i!==void 0)return i}if(t.children){let i=function(r){for(let a=0;a<r.length;a++){let o=r[a];if(o.name===e||o.uuid===e)return o;let l=i(o.children);if(l)return l}return null},n=i(t.children);if(n)return n}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let i=this.resolvedProperty;for(let n=0,r=i.length;n!==r;++n)t[e++]=i[n]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let i=this.resolvedProperty;for(let n=0,r=i.length;n!==r;++n)i[n]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let i=this.resolvedProperty;for(let n=0,r=i.length;n!==r;++n)i[n]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let i=this.resolvedProperty;for(let n=0,r=i.length;n!==r;++n)i[n]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,i=e.objectName,n=e.propertyName,r=e.propertyIndex;if(t||(t=s.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){It("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=e.objectIndex;switch(i){case"materials":if(!t.material){Nt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){Nt("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){Nt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){Nt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){Nt("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[i]===void 0){Nt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[i]}if(c!==void 0){if(t[c]===void 0){Nt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let a=t[n];if(a===void 0){let c=e.nodeName;Nt("PropertyBinding: Trying to update property for track: "+c+"."+n+" but it wasn't found.",t);return}let o=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?o=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(o=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(n==="morphTargetInfluences"){if(!t.geometry){Nt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){Nt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=a,this.propertyIndex=r}else a.fromArray!==void 0&&a.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=a):Array.isArray(a)?(l=this.BindingType.EntireArray,this.resolvedProperty=a):this.propertyName=n;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][o]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ue.Composite=ih;ue.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};ue.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};ue.prototype.GetterByBindingType=[ue.prototype._getValue_direct,ue.prototype._getValue_array,ue.prototype._getValue_arrayElement,ue.prototype._getValue_toArray];ue.prototype.SetterByBindingTypeAndVersioning=[[ue.prototype._setValue_direct,ue.prototype._setValue_direct_setNeedsUpdate,ue.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ue.prototype._setValue_array,ue.prototype._setValue_array_setNeedsUpdate,ue.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ue.prototype._setValue_arrayElement,ue.prototype._setValue_arrayElement_setNeedsUpdate,ue.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ue.prototype._setValue_fromArray,ue.prototype._setValue_fromArray_setNeedsUpdate,ue.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var Bb=new Float32Array(1);var pd=new Qt,Nr=class{constructor(t,e,i=0,n=1/0){this.ray=new Cn(t,e),this.near=i,this.far=n,this.camera=null,this.layers=new Rs,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):Nt("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return pd.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(pd),this}intersectObject(t,e=!0,i=[]){return nh(t,this,i,e),i.sort(md),i}intersectObjects(t,e=!0,i=[]){for(let n=0,r=t.length;n<r;n++)nh(t[n],this,i,e);return i.sort(md),i}};function md(s,t){return s.distance-t.distance}function nh(s,t,e,i){let n=!0;if(s.layers.test(t.layers)&&s.raycast(t,e)===!1&&(n=!1),n===!0&&i===!0){let r=s.children;for(let a=0,o=r.length;a<o;a++)nh(r[a],t,e,!0)}}var sh=class{static{this.prototype.isMatrix2=!0}constructor(t,e,i,n){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,i,n)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let i=0;i<4;i++)this.elements[i]=t[i+e];return this}set(t,e,i,n){let r=this.elements;return r[0]=t,r[2]=e,r[1]=i,r[3]=n,this}};function kh(s,t,e,i){let n=Xg(i);switch(e){case bh:return s*t;case Pi:return s*t/n.components*n.byteLength;case To:return s*t/n.components*n.byteLength;case Zi:return s*t*2/n.components*n.byteLength;case Eo:return s*t*2/n.components*n.byteLength;case wh:return s*t*3/n.components*n.byteLength;case oi:return s*t*4/n.components*n.byteLength;case Ro:return s*t*4/n.components*n.byteLength;case Br:case kr:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case zr:case Gr:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Io:case Lo:return Math.max(s,16)*Math.max(t,8)/4;case Co:case Po:return Math.max(s,8)*Math.max(t,8)/2;case Do:case No:case Oo:case Fo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case Uo:case Vr:case Bo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case ko:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case zo:return Math.floor((s+4)/5)*Math.floor((t+3)/4)*16;case Go:return Math.floor((s+4)/5)*Math.floor((t+4)/5)*16;case Vo:return Math.floor((s+5)/6)*Math.floor((t+4)/5)*16;case Ho:return Math.floor((s+5)/6)*Math.floor((t+5)/6)*16;case Wo:return Math.floor((s+7)/8)*Math.floor((t+4)/5)*16;case Xo:return Math.floor((s+7)/8)*Math.floor((t+5)/6)*16;case qo:return Math.floor((s+7)/8)*Math.floor((t+7)/8)*16;case $o:return Math.floor((s+9)/10)*Math.floor((t+4)/5)*16;case Yo:return Math.floor((s+9)/10)*Math.floor((t+5)/6)*16;case Zo:return Math.floor((s+9)/10)*Math.floor((t+7)/8)*16;case Jo:return Math.floor((s+9)/10)*Math.floor((t+9)/10)*16;case Ko:return Math.floor((s+11)/12)*Math.floor((t+9)/10)*16;case jo:return Math.floor((s+11)/12)*Math.floor((t+11)/12)*16;case Qo:case tl:case el:return Math.ceil(s/4)*Math.ceil(t/4)*16;case il:case nl:return Math.ceil(s/4)*Math.ceil(t/4)*8;case Hr:case sl:return Math.ceil(s/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Xg(s){switch(s){case be:case yh:return{byteLength:1,components:1};case Bs:case vh:case yi:return{byteLength:2,components:1};case wo:case Ao:return{byteLength:2,components:4};case Fi:case bo:case ai:return{byteLength:4,components:1};case Mh:case Sh:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?It("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Cf(){let s=null,t=!1,e=null,i=null;function n(r,a){i=s.requestAnimationFrame(n),e(r,a)}return{start:function(){t!==!0&&e!==null&&s!==null&&(i=s.requestAnimationFrame(n),t=!0)},stop:function(){s!==null&&s.cancelAnimationFrame(i),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){s=r}}}function $g(s){let t=new WeakMap;function e(o,l){let c=o.array,h=o.usage,d=c.byteLength,u=s.createBuffer();s.bindBuffer(l,u),s.bufferData(l,c,h),o.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)o.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:o.version,size:d}}function i(o,l,c){let h=l.array,d=l.updateRanges;if(s.bindBuffer(c,o),d.length===0)s.bufferSubData(c,0,h);else{d.sort((f,p)=>f.start-p.start);let u=0;for(let f=1;f<d.length;f++){let p=d[u],y=d[f];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++u,d[u]=y)}d.length=u+1;for(let f=0,p=d.length;f<p;f++){let y=d[f];s.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function n(o){return o.isInterleavedBufferAttribute&&(o=o.data),t.get(o)}function r(o){o.isInterleavedBufferAttribute&&(o=o.data);let l=t.get(o);l&&(s.deleteBuffer(l.buffer),t.delete(o))}function a(o,l){if(o.isInterleavedBufferAttribute&&(o=o.data),o.isGLBufferAttribute){let h=t.get(o);(!h||h.version<o.version)&&t.set(o,{buffer:o.buffer,type:o.type,bytesPerElement:o.elementSize,version:o.version});return}let c=t.get(o);if(c===void 0)t.set(o,e(o,l));else if(c.version<o.version){if(c.size!==o.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,o,l),c.version=o.version}}return{get:n,remove:r,update:a}}var Yg=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Zg=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Jg=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Kg=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,jg=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Qg=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,t0=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,e0=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,i0=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,n0=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,s0=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,r0=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,a0=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,o0=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,l0=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,c0=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,h0=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,u0=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,d0=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,f0=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,p0=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,m0=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,g0=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,x0=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,_0=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,y0=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,v0=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,M0=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,S0=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,b0="gl_FragColor = linearToOutputTexel( gl_FragColor );",w0=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,A0=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,T0=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,E0=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,R0=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,C0=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,I0=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,P0=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,L0=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,D0=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,N0=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,U0=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,O0=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,F0=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,B0=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,k0=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,z0=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,G0=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,V0=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,H0=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,W0=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,X0=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,q0=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,$0=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Y0=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Z0=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,J0=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,K0=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,j0=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Q0=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,tx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,ex=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ix=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,nx=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,sx=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,rx=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,ax=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,ox=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,lx=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,cx=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,hx=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ux=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,dx=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,fx=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,px=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,mx=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,gx=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,xx=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,_x=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,yx=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,vx=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Mx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Sx=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,bx=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,wx=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Ax=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Tx=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Ex=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Rx=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Cx=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Ix=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Px=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Lx=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Dx=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Nx=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Ux=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Ox=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Fx=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Bx=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,kx=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,zx=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Gx=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Vx=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Hx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Wx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Xx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,qx=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,$x=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Yx=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Zx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Jx=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Kx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,jx=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Qx=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,t_=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,e_=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,i_=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,n_=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,s_=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,r_=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,a_=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,o_=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,l_=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,c_=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,h_=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,u_=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,d_=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,f_=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,p_=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,m_=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,g_=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,x_=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,__=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,y_=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,v_=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,M_=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,S_=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,b_=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,w_=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,A_=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,T_=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,zt={alphahash_fragment:Yg,alphahash_pars_fragment:Zg,alphamap_fragment:Jg,alphamap_pars_fragment:Kg,alphatest_fragment:jg,alphatest_pars_fragment:Qg,aomap_fragment:t0,aomap_pars_fragment:e0,batching_pars_vertex:i0,batching_vertex:n0,begin_vertex:s0,beginnormal_vertex:r0,bsdfs:a0,iridescence_fragment:o0,bumpmap_pars_fragment:l0,clipping_planes_fragment:c0,clipping_planes_pars_fragment:h0,clipping_planes_pars_vertex:u0,clipping_planes_vertex:d0,color_fragment:f0,color_pars_fragment:p0,color_pars_vertex:m0,color_vertex:g0,common:x0,defaultnormal_vertex:_0,displacementmap_pars_vertex:y0,displacementmap_vertex:v0,emissivemap_fragment:M0,emissivemap_pars_fragment:S0,colorspace_fragment:b0,colorspace_pars_fragment:w0,envmap_fragment:A0,envmap_common_pars_fragment:T0,envmap_pars_fragment:E0,envmap_pars_vertex:R0,envmap_physical_pars_fragment:k0,envmap_vertex:C0,fog_vertex:I0,fog_pars_vertex:P0,fog_fragment:L0,fog_pars_fragment:D0,gradientmap_pars_fragment:N0,lightmap_pars_fragment:U0,lights_lambert_fragment:O0,lights_lambert_pars_fragment:F0,lights_pars_begin:B0,lights_toon_fragment:z0,lights_toon_pars_fragment:G0,lights_phong_fragment:V0,lights_phong_pars_fragment:H0,lights_physical_fragment:W0,lights_physical_pars_fragment:X0,lights_fragment_begin:q0,lights_fragment_maps:$0,lights_fragment_end:Y0,lightprobes_pars_fragment:Z0,logdepthbuf_fragment:J0,logdepthbuf_pars_fragment:K0,logdepthbuf_pars_vertex:j0,logdepthbuf_vertex:Q0,map_fragment:tx,map_pars_fragment:ex,map_particle_fragment:ix,map_particle_pars_fragment:nx,metalnessmap_fragment:sx,metalnessmap_pars_fragment:rx,morphinstance_vertex:ax,morphcolor_vertex:ox,morphnormal_vertex:lx,morphtarget_pars_vertex:cx,morphtarget_vertex:hx,normal_fragment_begin:ux,normal_fragment_maps:dx,normal_pars_fragment:fx,normal_pars_vertex:px,normal_vertex:mx,normalmap_pars_fragment:gx,clearcoat_normal_fragment_begin:xx,clearcoat_normal_fragment_maps:_x,clearcoat_pars_fragment:yx,iridescence_pars_fragment:vx,opaque_fragment:Mx,packing:Sx,premultiplied_alpha_fragment:bx,project_vertex:wx,dithering_fragment:Ax,dithering_pars_fragment:Tx,roughnessmap_fragment:Ex,roughnessmap_pars_fragment:Rx,shadowmap_pars_fragment:Cx,shadowmap_pars_vertex:Ix,shadowmap_vertex:Px,shadowmask_pars_fragment:Lx,skinbase_vertex:Dx,skinning_pars_vertex:Nx,skinning_vertex:Ux,skinnormal_vertex:Ox,specularmap_fragment:Fx,specularmap_pars_fragment:Bx,tonemapping_fragment:kx,tonemapping_pars_fragment:zx,transmission_fragment:Gx,transmission_pars_fragment:Vx,uv_pars_fragment:Hx,uv_pars_vertex:Wx,uv_vertex:Xx,worldpos_vertex:qx,background_vert:$x,background_frag:Yx,backgroundCube_vert:Zx,backgroundCube_frag:Jx,cube_vert:Kx,cube_frag:jx,depth_vert:Qx,depth_frag:t_,distance_vert:e_,distance_frag:i_,equirect_vert:n_,equirect_frag:s_,linedashed_vert:r_,linedashed_frag:a_,meshbasic_vert:o_,meshbasic_frag:l_,meshlambert_vert:c_,meshlambert_frag:h_,meshmatcap_vert:u_,meshmatcap_frag:d_,meshnormal_vert:f_,meshnormal_frag:p_,meshphong_vert:m_,meshphong_frag:g_,meshphysical_vert:x_,meshphysical_frag:__,meshtoon_vert:y_,meshtoon_frag:v_,points_vert:M_,points_frag:S_,shadow_vert:b_,shadow_frag:w_,sprite_vert:A_,sprite_frag:T_},gt={common:{diffuse:{value:new _t(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Ut},alphaMap:{value:null},alphaMapTransform:{value:new Ut},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Ut}},envmap:{envMap:{value:null},envMapRotation:{value:new Ut},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Ut}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Ut}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Ut},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Ut},normalScale:{value:new ht(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Ut},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Ut}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Ut}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Ut}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new _t(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new _t(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Ut},alphaTest:{value:0},uvTransform:{value:new Ut}},sprite:{diffuse:{value:new _t(16777215)},opacity:{value:1},center:{value:new ht(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Ut},alphaMap:{value:null},alphaMapTransform:{value:new Ut},alphaTest:{value:0}}},Ki={basic:{uniforms:Ke([gt.common,gt.specularmap,gt.envmap,gt.aomap,gt.lightmap,gt.fog]),vertexShader:zt.meshbasic_vert,fragmentShader:zt.meshbasic_frag},lambert:{uniforms:Ke([gt.common,gt.specularmap,gt.envmap,gt.aomap,gt.lightmap,gt.emissivemap,gt.bumpmap,gt.normalmap,gt.displacementmap,gt.fog,gt.lights,{emissive:{value:new _t(0)},envMapIntensity:{value:1}}]),vertexShader:zt.meshlambert_vert,fragmentShader:zt.meshlambert_frag},phong:{uniforms:Ke([gt.common,gt.specularmap,gt.envmap,gt.aomap,gt.lightmap,gt.emissivemap,gt.bumpmap,gt.normalmap,gt.displacementmap,gt.fog,gt.lights,{emissive:{value:new _t(0)},specular:{value:new _t(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:zt.meshphong_vert,fragmentShader:zt.meshphong_frag},standard:{uniforms:Ke([gt.common,gt.envmap,gt.aomap,gt.lightmap,gt.emissivemap,gt.bumpmap,gt.normalmap,gt.displacementmap,gt.roughnessmap,gt.metalnessmap,gt.fog,gt.lights,{emissive:{value:new _t(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:zt.meshphysical_vert,fragmentShader:zt.meshphysical_frag},toon:{uniforms:Ke([gt.common,gt.aomap,gt.lightmap,gt.emissivemap,gt.bumpmap,gt.normalmap,gt.displacementmap,gt.gradientmap,gt.fog,gt.lights,{emissive:{value:new _t(0)}}]),vertexShader:zt.meshtoon_vert,fragmentShader:zt.meshtoon_frag},matcap:{uniforms:Ke([gt.common,gt.bumpmap,gt.normalmap,gt.displacementmap,gt.fog,{matcap:{value:null}}]),vertexShader:zt.meshmatcap_vert,fragmentShader:zt.meshmatcap_frag},points:{uniforms:Ke([gt.points,gt.fog]),vertexShader:zt.points_vert,fragmentShader:zt.points_frag},dashed:{uniforms:Ke([gt.common,gt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:zt.linedashed_vert,fragmentShader:zt.linedashed_frag},depth:{uniforms:Ke([gt.common,gt.displacementmap]),vertexShader:zt.depth_vert,fragmentShader:zt.depth_frag},normal:{uniforms:Ke([gt.common,gt.bumpmap,gt.normalmap,gt.displacementmap,{opacity:{value:1}}]),vertexShader:zt.meshnormal_vert,fragmentShader:zt.meshnormal_frag},sprite:{uniforms:Ke([gt.sprite,gt.fog]),vertexShader:zt.sprite_vert,fragmentShader:zt.sprite_frag},background:{uniforms:{uvTransform:{value:new Ut},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:zt.background_vert,fragmentShader:zt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Ut}},vertexShader:zt.backgroundCube_vert,fragmentShader:zt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:zt.cube_vert,fragmentShader:zt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:zt.equirect_vert,fragmentShader:zt.equirect_frag},distance:{uniforms:Ke([gt.common,gt.displacementmap,{referencePosition:{value:new E},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:zt.distance_vert,fragmentShader:zt.distance_frag},shadow:{uniforms:Ke([gt.lights,gt.fog,{color:{value:new _t(0)},opacity:{value:1}}]),vertexShader:zt.shadow_vert,fragmentShader:zt.shadow_frag}};Ki.physical={uniforms:Ke([Ki.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Ut},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Ut},clearcoatNormalScale:{value:new ht(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Ut},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new Ut},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Ut},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Ut},sheen:{value:0},sheenColor:{value:new _t(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Ut},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Ut},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Ut},transmissionSamplerSize:{value:new ht},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Ut},attenuationDistance:{value:0},attenuationColor:{value:new _t(0)},specularColor:{value:new _t(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Ut},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Ut},anisotropyVector:{value:new ht},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Ut}}]),vertexShader:zt.meshphysical_vert,fragmentShader:zt.meshphysical_frag};var rl={r:0,b:0,g:0},E_=new Qt,If=new Ut;If.set(-1,0,0,0,1,0,0,0,1);function R_(s,t,e,i,n,r){let a=new _t(0),o=n===!0?0:1,l,c,h=null,d=0,u=null;function f(_){let S=_.isScene===!0?_.background:null;if(S&&S.isTexture){let v=_.backgroundBlurriness>0;S=t.get(S,v)}return S}function p(_){let S=!1,v=f(_);v===null?m(a,o):v&&v.isColor&&(m(v,1),S=!0);let T=s.xr.getEnvironmentBlendMode();T==="additive"?e.buffers.color.setClear(0,0,0,1,r):T==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(s.autoClear||S)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function y(_,S){let v=f(S);v&&v.isCubeTexture?(c===void 0&&(c=new Et(new In(1,1,1),new $i({name:"BackgroundCubeMaterial",uniforms:is(Ki.backgroundCube.uniforms),vertexShader:Ki.backgroundCube.vertexShader,fragmentShader:Ki.backgroundCube.fragmentShader,side:Le,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(T,A,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=S.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(E_.makeRotationFromEuler(S.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(If),c.material.toneMapped=Yt.getTransfer(v.colorSpace)!==ne,(h!==v||d!==v.version||u!==s.toneMapping)&&(c.material.needsUpdate=!0,h=v,d=v.version,u=s.toneMapping),c.layers.enableAll(),_.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new Et(new Oi(2,2),new $i({name:"BackgroundMaterial",uniforms:is(Ki.background.uniforms),vertexShader:Ki.background.vertexShader,fragmentShader:Ki.background.fragmentShader,side:ei,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,l.material.toneMapped=Yt.getTransfer(v.colorSpace)!==ne,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||d!==v.version||u!==s.toneMapping)&&(l.material.needsUpdate=!0,h=v,d=v.version,u=s.toneMapping),l.layers.enableAll(),_.unshift(l,l.geometry,l.material,0,0,null))}function m(_,S){_.getRGB(rl,Oh(s)),e.buffers.color.setClear(rl.r,rl.g,rl.b,S,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return a},setClearColor:function(_,S=1){a.set(_),o=S,m(a,o)},getClearAlpha:function(){return o},setClearAlpha:function(_){o=_,m(a,o)},render:p,addToRenderList:y,dispose:g}}function C_(s,t){let e=s.getParameter(s.MAX_VERTEX_ATTRIBS),i={},n=u(null),r=n,a=!1;function o(D,U,F,I,z){let W=!1,V=d(D,I,F,U);r!==V&&(r=V,c(r.object)),W=f(D,I,F,z),W&&p(D,I,F,z),z!==null&&t.update(z,s.ELEMENT_ARRAY_BUFFER),(W||a)&&(a=!1,v(D,U,F,I),z!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,t.get(z).buffer))}function l(){return s.createVertexArray()}function c(D){return s.bindVertexArray(D)}function h(D){return s.deleteVertexArray(D)}function d(D,U,F,I){let z=I.wireframe===!0,W=i[U.id];W===void 0&&(W={},i[U.id]=W);let V=D.isInstancedMesh===!0?D.id:0,Q=W[V];Q===void 0&&(Q={},W[V]=Q);let H=Q[F.id];H===void 0&&(H={},Q[F.id]=H);let Z=H[z];return Z===void 0&&(Z=u(l()),H[z]=Z),Z}function u(D){let U=[],F=[],I=[];for(let z=0;z<e;z++)U[z]=0,F[z]=0,I[z]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:U,enabledAttributes:F,attributeDivisors:I,object:D,attributes:{},index:null}}function f(D,U,F,I){let z=r.attributes,W=U.attributes,V=0,Q=F.getAttributes();for(let H in Q)if(Q[H].location>=0){let tt=z[H],yt=W[H];if(yt===void 0&&(H==="instanceMatrix"&&D.instanceMatrix&&(yt=D.instanceMatrix),H==="instanceColor"&&D.instanceColor&&(yt=D.instanceColor)),tt===void 0||tt.attribute!==yt||yt&&tt.data!==yt.data)return!0;V++}return r.attributesNum!==V||r.index!==I}function p(D,U,F,I){let z={},W=U.attributes,V=0,Q=F.getAttributes();for(let H in Q)if(Q[H].location>=0){let tt=W[H];tt===void 0&&(H==="instanceMatrix"&&D.instanceMatrix&&(tt=D.instanceMatrix),H==="instanceColor"&&D.instanceColor&&(tt=D.instanceColor));let yt={};yt.attribute=tt,tt&&tt.data&&(yt.data=tt.data),z[H]=yt,V++}r.attributes=z,r.attributesNum=V,r.index=I}function y(){let D=r.newAttributes;for(let U=0,F=D.length;U<F;U++)D[U]=0}function m(D){g(D,0)}function g(D,U){let F=r.newAttributes,I=r.enabledAttributes,z=r.attributeDivisors;F[D]=1,I[D]===0&&(s.enableVertexAttribArray(D),I[D]=1),z[D]!==U&&(s.vertexAttribDivisor(D,U),z[D]=U)}function _(){let D=r.newAttributes,U=r.enabledAttributes;for(let F=0,I=U.length;F<I;F++)U[F]!==D[F]&&(s.disableVertexAttribArray(F),U[F]=0)}function S(D,U,F,I,z,W,V){V===!0?s.vertexAttribIPointer(D,U,F,z,W):s.vertexAttribPointer(D,U,F,I,z,W)}function v(D,U,F,I){y();let z=I.attributes,W=F.getAttributes(),V=U.defaultAttributeValues;for(let Q in W){let H=W[Q];if(H.location>=0){let Z=z[Q];if(Z===void 0&&(Q==="instanceMatrix"&&D.instanceMatrix&&(Z=D.instanceMatrix),Q==="instanceColor"&&D.instanceColor&&(Z=D.instanceColor)),Z!==void 0){let tt=Z.normalized,yt=Z.itemSize,Rt=t.get(Z);if(Rt===void 0)continue;let $=Rt.buffer,at=Rt.type,vt=Rt.bytesPerElement,wt=at===s.INT||at===s.UNSIGNED_INT||Z.gpuType===bo;if(Z.isInterleavedBufferAttribute){let pt=Z.data,Dt=pt.isInterleavedBuffer===!0?pt.stride:pt.itemSize,ge=Z.offset;if(pt.isInstancedInterleavedBuffer||pt.isInstancedBufferAttribute){for(let Pt=0;Pt<H.locationSize;Pt++)g(H.location+Pt,pt.meshPerAttribute);D.isInstancedMesh!==!0&&I._maxInstanceCount===void 0&&(I._maxInstanceCount=pt.meshPerAttribute*pt.count)}else for(let Pt=0;Pt<H.locationSize;Pt++)m(H.location+Pt);s.bindBuffer(s.ARRAY_BUFFER,$);for(let Pt=0;Pt<H.locationSize;Pt++)S(H.location+Pt,yt/H.locationSize,at,tt,Dt*vt,(ge+yt/H.locationSize*Pt)*vt,wt)}else{if(Z.isInstancedBufferAttribute){for(let pt=0;pt<H.locationSize;pt++)g(H.location+pt,Z.meshPerAttribute);D.isInstancedMesh!==!0&&I._maxInstanceCount===void 0&&(I._maxInstanceCount=Z.meshPerAttribute*Z.count)}else for(let pt=0;pt<H.locationSize;pt++)m(H.location+pt);s.bindBuffer(s.ARRAY_BUFFER,$);for(let pt=0;pt<H.locationSize;pt++)S(H.location+pt,yt/H.locationSize,at,tt,yt*vt,yt/H.locationSize*pt*vt,wt)}}else if(V!==void 0){let tt=V[Q];if(tt!==void 0)switch(tt.length){case 2:s.vertexAttrib2fv(H.location,tt);break;case 3:s.vertexAttrib3fv(H.location,tt);break;case 4:s.vertexAttrib4fv(H.location,tt);break;default:s.vertexAttrib1fv(H.location,tt)}}}}_()}function T(){L();for(let D in i){let U=i[D];for(let F in U){let I=U[F];for(let z in I){let W=I[z];for(let V in W)h(W[V].object),delete W[V];delete I[z]}}delete i[D]}}function A(D){if(i[D.id]===void 0)return;let U=i[D.id];for(let F in U){let I=U[F];for(let z in I){let W=I[z];for(let V in W)h(W[V].object),delete W[V];delete I[z]}}delete i[D.id]}function x(D){for(let U in i){let F=i[U];for(let I in F){let z=F[I];if(z[D.id]===void 0)continue;let W=z[D.id];for(let V in W)h(W[V].object),delete W[V];delete z[D.id]}}}function w(D){for(let U in i){let F=i[U],I=D.isInstancedMesh===!0?D.id:0,z=F[I];if(z!==void 0){for(let W in z){let V=z[W];for(let Q in V)h(V[Q].object),delete V[Q];delete z[W]}delete F[I],Object.keys(F).length===0&&delete i[U]}}}function L(){C(),a=!0,r!==n&&(r=n,c(r.object))}function C(){n.geometry=null,n.program=null,n.wireframe=!1}return{setup:o,reset:L,resetDefaultState:C,dispose:T,releaseStatesOfGeometry:A,releaseStatesOfObject:w,releaseStatesOfProgram:x,initAttributes:y,enableAttribute:m,disableUnusedAttributes:_}}function I_(s,t,e){let i;function n(l){i=l}function r(l,c){s.drawArrays(i,l,c),e.update(c,i,1)}function a(l,c,h){h!==0&&(s.drawArraysInstanced(i,l,c,h),e.update(c,i,h))}function o(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,h);let u=0;for(let f=0;f<h;f++)u+=c[f];e.update(u,i,1)}this.setMode=n,this.render=r,this.renderInstances=a,this.renderMultiDraw=o}function P_(s,t,e,i){let n;function r(){if(n!==void 0)return n;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");n=s.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else n=0;return n}function a(x){return!(x!==oi&&i.convert(x)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function o(x){let w=x===yi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==be&&x!==ai&&!w&&i.convert(x)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(It("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&d===!1;e.reversedDepthBuffer===!0&&d===!1&&It("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&d===!0&&It("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),p=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=s.getParameter(s.MAX_TEXTURE_SIZE),m=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),g=s.getParameter(s.MAX_VERTEX_ATTRIBS),_=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),S=s.getParameter(s.MAX_VARYING_VECTORS),v=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),T=s.getParameter(s.MAX_SAMPLES),A=s.getParameter(s.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:a,textureTypeReadable:o,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:_,maxVaryings:S,maxFragmentUniforms:v,maxSamples:T,samples:A}}function L_(s){let t=this,e=null,i=0,n=!1,r=!1,a=new ye,o=new Ut,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let f=d.length!==0||u||i!==0||n;return n=u,i=d.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){e=h(d,u,0)},this.setState=function(d,u,f){let p=d.clippingPlanes,y=d.clipIntersection,m=d.clipShadows,g=s.get(d);if(!n||p===null||p.length===0||r&&!m)r?h(null):c();else{let _=r?0:i,S=_*4,v=g.clippingState||null;l.value=v,v=h(p,u,S,f);for(let T=0;T!==S;++T)v[T]=e[T];g.clippingState=v,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=_}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=i>0),t.numPlanes=i,t.numIntersection=0}function h(d,u,f,p){let y=d!==null?d.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=f+y*4,_=u.matrixWorldInverse;o.getNormalMatrix(_),(m===null||m.length<g)&&(m=new Float32Array(g));for(let S=0,v=f;S!==y;++S,v+=4)a.copy(d[S]).applyMatrix4(_,o),a.normal.toArray(m,v),m[v+3]=a.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var $r=class extends Se{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let i={width:t,height:t,depth:1},n=[i,i,i,i,i,i];this.texture=new mr(n),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},n=new In(5,5,5),r=new $i({name:"CubemapFromEquirect",uniforms:is(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Le,blending:dn});r.uniforms.tEquirect.value=e;let a=new Et(n,r),o=e.minFilter;return e.minFilter===fn&&(e.minFilter=Zt),new Ds(1,10,this).update(t,a),e.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(t,e=!0,i=!0,n=!0){let r=t.getRenderTarget();for(let a=0;a<6;a++)t.setRenderTarget(this,a),t.clear(e,i,n);t.setRenderTarget(r)}},lf=256,D_=3,N_=20,Pf=256,Lf=16,U_=3,O_=new E,F_=new _t,ol=class s{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Ds(1,10,null),this._boxMesh=new Et(new In(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,i=.1,n=100,r={}){let{size:a=256,position:o=O_}=r,l=this._renderer;this._setSize(a);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,u=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(F_));let m=new Ds(i,n,h);return m.position.copy(o),m.update(l,t),l.autoClear=d,l.autoClearColor=u,l.autoClearDepth=f,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=uf(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=hf(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(lf,Dh(t))}_fromTexture(t,e){t.mapping===Qn||t.mapping===Fs?this._setSize(t.image.length===0?lf:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let i=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(i),i}_allocateTarget(){let t=this._cubeSize,e=cf(t,!1,!1),i=Math.log2(t)-D_;for(let n=0;n<=i;n++)e.texture.mipmaps.push({width:t>>n,height:t>>n});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==e||t&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=cf(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,i){let n=this._boxMesh,r=this._cubeCamera;n.material=i,r.renderTarget=t,r.activeMipmapLevel=e;let a=t.width>>e;t.viewport.set(0,0,a,a),r.update(this._renderer,n),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Qn||t.mapping===Fs?(this._cubemapMaterial===null&&(this._cubemapMaterial=uf()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=hf()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=B_(),this._integrationMaterial=k_());let e=this._cubeSize,i=t.texture.mipmaps.length-1,n=this._ggxMaterial.uniforms;n.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Lf);for(let a=0;a<=i;a++){let o=s.lodToRoughness(a,i);if(a>i-U_)r.roughness.value=o,this._renderCube(t,a,this._integrationMaterial);else{let l=o>0?Math.log2(e)+.5*Math.log2(6/(Pf*Math.pow(o,4)))+.5:0;n.roughness.value=o,n.lodBias.value=l,this._renderCube(t,a,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=z_());let i=this._blurMaterial,n=i.uniforms,r=this._sourceTarget;n.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,n.envMap.value=r.texture,this._renderCube(t,0,i),n.envMap.value=t.texture,this._renderCube(r,0,i)}};function cf(s,t,e){return new $r(s,{minFilter:fn,generateMipmaps:t,type:yi,colorSpace:lr,depthBuffer:e})}function Yr(s,t,e){return new $i({name:s,uniforms:t,vertexShader:zt.cube_vert,fragmentShader:e,side:Le,blending:dn,depthTest:!1,depthWrite:!1})}function B_(){return Yr("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Pf}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function k_(){return Yr("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Lf}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function z_(){return Yr("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${N_}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function hf(){return Yr("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function uf(){return Yr("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function G_(s){let t=new WeakMap,e=new WeakMap,i=null;function n(u,f=!1){return u==null?null:f?a(u):r(u)}function r(u){if(u&&u.isTexture){let f=u.mapping;if(f===vo||f===Mo)if(t.has(u)){let p=t.get(u).texture;return o(p,u.mapping)}else{let p=u.image;if(p&&p.height>0){let y=new $r(p.height);return y.fromEquirectangularTexture(s,u),t.set(u,y),u.addEventListener("dispose",c),o(y.texture,u.mapping)}else return null}}return u}function a(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let f=u.mapping,p=f===vo||f===Mo,y=f===Qn||f===Fs;if(p||y){let m=e.get(u),g=m!==void 0?m.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==g)return i===null&&(i=new ol(s)),m=p?i.fromEquirectangular(u,m):i.fromCubemap(u,m),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),m.texture;if(m!==void 0)return m.texture;{let _=u.image;return p&&_&&_.height>0||y&&_&&l(_)?(i===null&&(i=new ol(s)),m=p?i.fromEquirectangular(u):i.fromCubemap(u),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),u.addEventListener("dispose",h),m.texture):null}}}return u}function o(u,f){return f===vo?u.mapping=Qn:f===Mo&&(u.mapping=Fs),u}function l(u){let f=0,p=6;for(let y=0;y<p;y++)u[y]!==void 0&&f++;return f===p}function c(u){let f=u.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(u){let f=u.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function d(){t=new WeakMap,e=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:n,dispose:d}}function V_(s){let t={};function e(i){if(t[i]!==void 0)return t[i];let n=s.getExtension(i);return t[i]=n,n}return{has:function(i){return e(i)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(i){let n=e(i);return n===null&&ir("WebGLRenderer: "+i+" extension not supported."),n}}}function H_(s,t,e,i){let n={},r=new WeakMap,a=new FinalizationRegistry(p=>delete n[p]);function o(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",o),delete n[p.id],a.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),i.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return n[y.id]!==void 0||(y.addEventListener("dispose",o),n[y.id]=new WeakRef(y),a.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],s.ARRAY_BUFFER)}function d(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let _=y!==null?y.array.length:m.array.length/3-1,S=m.count>=65535?fr:dr,v=new S(Math.ceil(_/3)*6,1),T=v.array;if(y!==null){let x=y.array;g=y.version;for(let w=0,L=0;w<_;w+=3){let C=x[w+0],D=x[w+1],U=x[w+2];T[L++]=C,T[L++]=D,T[L++]=D,T[L++]=U,T[L++]=U,T[L++]=C}}else{g=m.version;for(let x=0,w=0;x<_;x+=3){let L=x+0,C=x+1,D=x+2;T[w++]=L,T[w++]=C,T[w++]=C,T[w++]=D,T[w++]=D,T[w++]=L}}v.version=g;let A=r.get(p);A&&t.remove(A),r.set(p,v)}function u(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&d(p)}else d(p);return r.get(p)}function f(){for(let p in n){let y=n[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:u,dispose:f}}function W_(s,t,e){let i;function n(d){i=d}let r,a;function o(d){r=d.type,a=d.bytesPerElement}function l(d,u){s.drawElements(i,u,r,d*a),e.update(u,i,1)}function c(d,u,f){f!==0&&(s.drawElementsInstanced(i,u,r,d*a,f),e.update(u,i,f))}function h(d,u,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,u,0,r,d,0,f);let y=0;for(let m=0;m<f;m++)y+=u[m];e.update(y,i,1)}this.setMode=n,this.setIndex=o,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function X_(s){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,a,o){switch(e.calls++,a){case s.TRIANGLES:e.triangles+=o*(r/3);break;case s.LINES:e.lines+=o*(r/2);break;case s.LINE_STRIP:e.lines+=o*(r-1);break;case s.LINE_LOOP:e.lines+=o*r;break;case s.POINTS:e.points+=o*r;break;default:Nt("WebGLInfo: Unknown draw mode:",a);break}}function n(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:n,update:i}}function q_(s,t,e){let i=new WeakMap,n=new ce;function r(a,o,l){let c=a.morphTargetInfluences,h=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,d=h!==void 0?h.length:0,u=i.get(o);if(u===void 0||u.count!==d){let L=function(){x.dispose(),i.delete(o),o.removeEventListener("dispose",L)};u!==void 0&&u.texture.dispose();let f=o.morphAttributes.position!==void 0,p=o.morphAttributes.normal!==void 0,y=o.morphAttributes.color!==void 0,m=o.morphAttributes.position||[],g=o.morphAttributes.normal||[],_=o.morphAttributes.color||[],S=0;f===!0&&(S=1),p===!0&&(S=2),y===!0&&(S=3);let v=o.attributes.position.count*S,T=1;v>t.maxTextureSize&&(T=Math.ceil(v/t.maxTextureSize),v=t.maxTextureSize);let A=new Float32Array(v*T*4*d),x=new Xn(A,v,T,d);x.type=ai,x.needsUpdate=!0;let w=S*4;for(let C=0;C<d;C++){let D=m[C],U=g[C],F=_[C],I=v*T*4*C;for(let z=0;z<D.count;z++){let W=z*w;f===!0&&(n.fromBufferAttribute(D,z),A[I+W+0]=n.x,A[I+W+1]=n.y,A[I+W+2]=n.z,A[I+W+3]=0),p===!0&&(n.fromBufferAttribute(U,z),A[I+W+4]=n.x,A[I+W+5]=n.y,A[I+W+6]=n.z,A[I+W+7]=0),y===!0&&(n.fromBufferAttribute(F,z),A[I+W+8]=n.x,A[I+W+9]=n.y,A[I+W+10]=n.z,A[I+W+11]=F.itemSize===4?n.w:1)}}u={count:d,texture:x,size:new ht(v,T)},i.set(o,u),o.addEventListener("dispose",L)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",a.morphTexture,e);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let p=o.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",p),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(s,"morphTargetsTextureSize",u.size)}return{update:r}}function $_(s,t,e,i,n){let r=new WeakMap;function a(c){let h=n.render.frame,d=c.geometry,u=t.get(c,d);if(r.get(u)!==h&&(t.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,s.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,s.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return u}function o(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),i.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:a,dispose:o}}var Y_={[uh]:"LINEAR_TONE_MAPPING",[dh]:"REINHARD_TONE_MAPPING",[fh]:"CINEON_TONE_MAPPING",[ph]:"ACES_FILMIC_TONE_MAPPING",[gh]:"AGX_TONE_MAPPING",[xh]:"NEUTRAL_TONE_MAPPING",[mh]:"CUSTOM_TONE_MAPPING"};function Z_(s,t,e,i,n,r){let a=new Se(t,e,{type:s,depthBuffer:n,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),o=null,l=null,c=null,h=new Wt;h.setAttribute("position",new Jt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Jt([0,2,0,0,2,0],2));let d=new te({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Et(h,d),f=new xo(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,_=null,S=[],v=!1;this.setSize=function(T,A){a.setSize(T,A),o!==null&&o.setSize(T,A),l!==null&&l.setSize(T,A);for(let x=0;x<S.length;x++){let w=S[x];w.setSize&&w.setSize(T,A)}},this.setEffects=function(T){S=T,v=S.length>0&&S[0].isRenderPass===!0;let A=a.width,x=a.height;S.length>0&&o===null&&(o=new Se(A,x,{type:yi,depthBuffer:!1,stencilBuffer:!1}),l=new Se(A,x,{type:yi,depthBuffer:!1,stencilBuffer:!1}));let w=n===!0&&S.some(L=>L.needsDepthTexture===!0);w!==(a.depthTexture!==null)&&(w===!0&&c===null&&(c=new cn(A,x),r===!0&&(c.format=pn,c.type=ts)),a.dispose(),a.depthTexture=w?c:null,a.resolveDepthBuffer=w,a.storeMultisampledDepthBuffer=w);for(let L=0;L<S.length;L++){let C=S[L];C.setSize&&C.setSize(A,x),w&&C.needsDepthTexture===!0&&C.setDepthTexture&&C.setDepthTexture(c)}},this.begin=function(T,A){if(m||T.toneMapping===Yi&&S.length===0)return!1;if(_=A,A!==null){let x=A.width,w=A.height;(a.width!==x||a.height!==w)&&this.setSize(x,w)}return v===!1&&T.setRenderTarget(a),g=T.toneMapping,T.toneMapping=Yi,!0},this.hasRenderPass=function(){return v},this.end=function(T,A){T.toneMapping=g,m=!0;let x=a,w=o;for(let L=0;L<S.length;L++){let C=S[L];C.enabled!==!1&&(C.render(T,w,x,A),C.needsSwap!==!1&&(x=w,w=w===o?l:o))}if(p!==T.outputColorSpace||y!==T.toneMapping){p=T.outputColorSpace,y=T.toneMapping,d.defines={},Yt.getTransfer(p)===ne&&(d.defines.SRGB_TRANSFER="");let L=Y_[y];L&&(d.defines[L]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=x.texture,T.setRenderTarget(_),T.render(u,f),_=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){a.dispose(),o!==null&&o.dispose(),l!==null&&l.dispose(),h.dispose(),d.dispose()}}var Df=new ri,Nf=new cn(1,1),Uf=new gr(1),Of=new Xn,Ff=new Es,Bf=new mr,df=[],ff=[],pf=new Float32Array(16),mf=new Float32Array(9),gf=new Float32Array(4);function zs(s,t,e){let i=s[0];if(i<=0||i>0)return s;let n=t*e,r=df[n];if(r===void 0&&(r=new Float32Array(n),df[n]=r),t!==0){i.toArray(r,0);for(let a=1,o=0;a!==t;++a)o+=e,s[a].toArray(r,o)}return r}function De(s,t){if(s.length!==t.length)return!1;for(let e=0,i=s.length;e<i;e++)if(s[e]!==t[e])return!1;return!0}function Ne(s,t){for(let e=0,i=t.length;e<i;e++)s[e]=t[e]}function cl(s,t){let e=ff[t];e===void 0&&(e=new Int32Array(t),ff[t]=e);for(let i=0;i!==t;++i)e[i]=s.allocateTextureUnit();return e}function J_(s,t){let e=this.cache;e[0]!==t&&(s.uniform1f(this.addr,t),e[0]=t)}function K_(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(De(e,t))return;s.uniform2fv(this.addr,t),Ne(e,t)}}function j_(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(s.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(De(e,t))return;s.uniform3fv(this.addr,t),Ne(e,t)}}function Q_(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(De(e,t))return;s.uniform4fv(this.addr,t),Ne(e,t)}}function ty(s,t){let e=this.cache,i=t.elements;if(i===void 0){if(De(e,t))return;s.uniformMatrix2fv(this.addr,!1,t),Ne(e,t)}else{if(De(e,i))return;gf.set(i),s.uniformMatrix2fv(this.addr,!1,gf),Ne(e,i)}}function ey(s,t){let e=this.cache,i=t.elements;if(i===void 0){if(De(e,t))return;s.uniformMatrix3fv(this.addr,!1,t),Ne(e,t)}else{if(De(e,i))return;mf.set(i),s.uniformMatrix3fv(this.addr,!1,mf),Ne(e,i)}}function iy(s,t){let e=this.cache,i=t.elements;if(i===void 0){if(De(e,t))return;s.uniformMatrix4fv(this.addr,!1,t),Ne(e,t)}else{if(De(e,i))return;pf.set(i),s.uniformMatrix4fv(this.addr,!1,pf),Ne(e,i)}}function ny(s,t){let e=this.cache;e[0]!==t&&(s.uniform1i(this.addr,t),e[0]=t)}function sy(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(De(e,t))return;s.uniform2iv(this.addr,t),Ne(e,t)}}function ry(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(De(e,t))return;s.uniform3iv(this.addr,t),Ne(e,t)}}function ay(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(De(e,t))return;s.uniform4iv(this.addr,t),Ne(e,t)}}function oy(s,t){let e=this.cache;e[0]!==t&&(s.uniform1ui(this.addr,t),e[0]=t)}function ly(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(De(e,t))return;s.uniform2uiv(this.addr,t),Ne(e,t)}}function cy(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(De(e,t))return;s.uniform3uiv(this.addr,t),Ne(e,t)}}function hy(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(De(e,t))return;s.uniform4uiv(this.addr,t),Ne(e,t)}}function hl(s){return s.version===0&&(s.compareFunction=Ih,s.needsUpdate=!0),s}function uy(s,t,e){let i=this.cache,n=e.allocateTextureUnit();i[0]!==n&&(s.uniform1i(this.addr,n),i[0]=n);let r;this.type===s.SAMPLER_2D_SHADOW?r=hl(Nf):r=Df,e.setTexture2D(t||r,n)}function dy(s,t,e){let i=this.cache,n=e.allocateTextureUnit();i[0]!==n&&(s.uniform1i(this.addr,n),i[0]=n),e.setTexture3D(t||Ff,n)}function fy(s,t,e){let i=this.cache,n=e.allocateTextureUnit();i[0]!==n&&(s.uniform1i(this.addr,n),i[0]=n);let r;this.type===s.SAMPLER_CUBE_SHADOW?r=hl(Uf):r=Bf,e.setTextureCube(t||r,n)}function py(s,t,e){let i=this.cache,n=e.allocateTextureUnit();i[0]!==n&&(s.uniform1i(this.addr,n),i[0]=n),e.setTexture2DArray(t||Of,n)}function my(s){switch(s){case 5126:return J_;case 35664:return K_;case 35665:return j_;case 35666:return Q_;case 35674:return ty;case 35675:return ey;case 35676:return iy;case 5124:case 35670:return ny;case 35667:case 35671:return sy;case 35668:case 35672:return ry;case 35669:case 35673:return ay;case 5125:return oy;case 36294:return ly;case 36295:return cy;case 36296:return hy;case 35678:case 36198:case 36298:case 36306:case 35682:return uy;case 35679:case 36299:case 36307:return dy;case 35680:case 36300:case 36308:case 36293:return fy;case 36289:case 36303:case 36311:case 36292:return py}}function gy(s,t){s.uniform1fv(this.addr,t)}function xy(s,t){let e=zs(t,this.size,2);s.uniform2fv(this.addr,e)}function _y(s,t){let e=zs(t,this.size,3);s.uniform3fv(this.addr,e)}function yy(s,t){let e=zs(t,this.size,4);s.uniform4fv(this.addr,e)}function vy(s,t){let e=zs(t,this.size,4);s.uniformMatrix2fv(this.addr,!1,e)}function My(s,t){let e=zs(t,this.size,9);s.uniformMatrix3fv(this.addr,!1,e)}function Sy(s,t){let e=zs(t,this.size,16);s.uniformMatrix4fv(this.addr,!1,e)}function by(s,t){s.uniform1iv(this.addr,t)}function wy(s,t){s.uniform2iv(this.addr,t)}function Ay(s,t){s.uniform3iv(this.addr,t)}function Ty(s,t){s.uniform4iv(this.addr,t)}function Ey(s,t){s.uniform1uiv(this.addr,t)}function Ry(s,t){s.uniform2uiv(this.addr,t)}function Cy(s,t){s.uniform3uiv(this.addr,t)}function Iy(s,t){s.uniform4uiv(this.addr,t)}function Py(s,t,e){let i=this.cache,n=t.length,r=cl(e,n);De(i,r)||(s.uniform1iv(this.addr,r),Ne(i,r));let a;this.type===s.SAMPLER_2D_SHADOW?a=hl(Nf):a=Df;for(let o=0;o!==n;++o)e.setTexture2D(t[o]||a,r[o])}function Ly(s,t,e){let i=this.cache,n=t.length,r=cl(e,n);De(i,r)||(s.uniform1iv(this.addr,r),Ne(i,r));for(let a=0;a!==n;++a)e.setTexture3D(t[a]||Ff,r[a])}function Dy(s,t,e){let i=this.cache,n=t.length,r=cl(e,n);De(i,r)||(s.uniform1iv(this.addr,r),Ne(i,r));let a;this.type===s.SAMPLER_CUBE_SHADOW?a=hl(Uf):a=Bf;for(let o=0;o!==n;++o)e.setTextureCube(t[o]||a,r[o])}function Ny(s,t,e){let i=this.cache,n=t.length,r=cl(e,n);De(i,r)||(s.uniform1iv(this.addr,r),Ne(i,r));for(let a=0;a!==n;++a)e.setTexture2DArray(t[a]||Of,r[a])}function Uy(s){switch(s){case 5126:return gy;case 35664:return xy;case 35665:return _y;case 35666:return yy;case 35674:return vy;case 35675:return My;case 35676:return Sy;case 5124:case 35670:return by;case 35667:case 35671:return wy;case 35668:case 35672:return Ay;case 35669:case 35673:return Ty;case 5125:return Ey;case 36294:return Ry;case 36295:return Cy;case 36296:return Iy;case 35678:case 36198:case 36298:case 36306:case 35682:return Py;case 35679:case 36299:case 36307:return Ly;case 35680:case 36300:case 36308:case 36293:return Dy;case 36289:case 36303:case 36311:case 36292:return Ny}}var Vh=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.setValue=my(e.type)}},Hh=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Uy(e.type)}},Wh=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,i){let n=this.seq;for(let r=0,a=n.length;r!==a;++r){let o=n[r];o.setValue(t,e[o.id],i)}}},zh=/(\w+)(\])?(\[|\.)?/g;function xf(s,t){s.seq.push(t),s.map[t.id]=t}function Oy(s,t,e){let i=s.name,n=i.length;for(zh.lastIndex=0;;){let r=zh.exec(i),a=zh.lastIndex,o=r[1],l=r[2]==="]",c=r[3];if(l&&(o=o|0),c===void 0||c==="["&&a+2===n){xf(e,c===void 0?new Vh(o,s,t):new Hh(o,s,t));break}else{let d=e.map[o];d===void 0&&(d=new Wh(o),xf(e,d)),e=d}}}var ks=class{constructor(t,e){this.seq=[],this.map={};let i=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let a=0;a<i;++a){let o=t.getActiveUniform(e,a),l=t.getUniformLocation(e,o.name);Oy(o,l,this)}let n=[],r=[];for(let a of this.seq)a.type===t.SAMPLER_2D_SHADOW||a.type===t.SAMPLER_CUBE_SHADOW||a.type===t.SAMPLER_2D_ARRAY_SHADOW?n.push(a):r.push(a);n.length>0&&(this.seq=n.concat(r))}setValue(t,e,i,n){let r=this.map[e];r!==void 0&&r.setValue(t,i,n)}setOptional(t,e,i){let n=e[i];n!==void 0&&this.setValue(t,i,n)}static upload(t,e,i,n){for(let r=0,a=e.length;r!==a;++r){let o=e[r],l=i[o.id];l.needsUpdate!==!1&&o.setValue(t,l.value,n)}}static seqWithValue(t,e){let i=[];for(let n=0,r=t.length;n!==r;++n){let a=t[n];a.id in e&&i.push(a)}return i}};function _f(s,t,e){let i=s.createShader(t);return s.shaderSource(i,e),s.compileShader(i),i}var Fy=37297,By=0;function ky(s,t){let e=s.split(`
`),i=[],n=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let a=n;a<r;a++){let o=a+1;i.push(`${o===t?">":" "} ${o}: ${e[a]}`)}return i.join(`
`)}var yf=new Ut;function zy(s){Yt._getMatrix(yf,Yt.workingColorSpace,s);let t=`mat3( ${yf.elements.map(e=>e.toFixed(4))} )`;switch(Yt.getTransfer(s)){case cr:return[t,"LinearTransferOETF"];case ne:return[t,"sRGBTransferOETF"];default:return It("WebGLProgram: Unsupported color space: ",s),[t,"LinearTransferOETF"]}}function vf(s,t,e){let i=s.getShaderParameter(t,s.COMPILE_STATUS),r=(s.getShaderInfoLog(t)||"").trim();if(i&&r==="")return"";let a=/ERROR: 0:(\d+)/.exec(r);if(a){let o=parseInt(a[1]);return e.toUpperCase()+`

`+r+`

`+ky(s.getShaderSource(t),o)}else return r}function Gy(s,t){let e=zy(t);return[`vec4 ${s}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Vy={[uh]:"Linear",[dh]:"Reinhard",[fh]:"Cineon",[ph]:"ACESFilmic",[gh]:"AgX",[xh]:"Neutral",[mh]:"Custom"};function Hy(s,t){let e=Vy[t];return e===void 0?(It("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+s+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+s+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var al=new E;function Wy(){Yt.getLuminanceCoefficients(al);let s=al.x.toFixed(4),t=al.y.toFixed(4),e=al.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Xy(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(qr).join(`
`)}function qy(s){let t=[];for(let e in s){let i=s[e];i!==!1&&t.push("#define "+e+" "+i)}return t.join(`
`)}function $y(s,t){let e={},i=s.getProgramParameter(t,s.ACTIVE_ATTRIBUTES);for(let n=0;n<i;n++){let r=s.getActiveAttrib(t,n),a=r.name,o=1;r.type===s.FLOAT_MAT2&&(o=2),r.type===s.FLOAT_MAT3&&(o=3),r.type===s.FLOAT_MAT4&&(o=4),e[a]={type:r.type,location:s.getAttribLocation(t,a),locationSize:o}}return e}function qr(s){return s!==""}function Mf(s,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return s.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Sf(s,t){return s.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Yy=/^[ \t]*#include +<([\w\d./]+)>/gm;function Xh(s){return s.replace(Yy,Zy)}function Zy(s,t){let e=zt[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Xh(e)}var Jy=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function bf(s){return s.replace(Jy,Ky)}function Ky(s,t,e,i){let n="";for(let r=parseInt(t);r<parseInt(e);r++)n+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return n}function wf(s){let t=`precision ${s.precision} float;
	precision ${s.precision} int;
	precision ${s.precision} sampler2D;
	precision ${s.precision} samplerCube;
	precision ${s.precision} sampler3D;
	precision ${s.precision} sampler2DArray;
	precision ${s.precision} sampler2DShadow;
	precision ${s.precision} samplerCubeShadow;
	precision ${s.precision} sampler2DArrayShadow;
	precision ${s.precision} isampler2D;
	precision ${s.precision} isampler3D;
	precision ${s.precision} isamplerCube;
	precision ${s.precision} isampler2DArray;
	precision ${s.precision} usampler2D;
	precision ${s.precision} usampler3D;
	precision ${s.precision} usamplerCube;
	precision ${s.precision} usampler2DArray;
	`;return s.precision==="highp"?t+=`
#define HIGH_PRECISION`:s.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var jy={[Ur]:"SHADOWMAP_TYPE_PCF",[Ns]:"SHADOWMAP_TYPE_VSM"};function Qy(s){return jy[s.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var tv={[Fs]:"ENVMAP_MODE_REFRACTION"};function ev(s){return s.envMap===!1?"ENVMAP_MODE_REFLECTION":tv[s.envMapMode]||"ENVMAP_MODE_REFLECTION"}var iv={[hh]:"ENVMAP_BLENDING_MULTIPLY",[Ud]:"ENVMAP_BLENDING_MIX",[Od]:"ENVMAP_BLENDING_ADD"};function nv(s){return s.envMap===!1?"ENVMAP_BLENDING_NONE":iv[s.combine]||"ENVMAP_BLENDING_NONE"}function sv(s,t,e,i){let n=s.getContext(),r=e.defines,a=e.vertexShader,o=e.fragmentShader,l=Qy(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=ev(e),d=nv(e),u=Xy(e),f=qy(r),p=n.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(qr).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(qr).join(`
`),m.length>0&&(m+=`
`)):(y=[wf(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(qr).join(`
`),m=[wf(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+d:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Yi?"#define TONE_MAPPING":"",e.toneMapping!==Yi?zt.tonemapping_pars_fragment:"",e.toneMapping!==Yi?Hy("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",zt.colorspace_pars_fragment,Gy("linearToOutputTexel",e.outputColorSpace),Wy(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(qr).join(`
`)),a=Xh(a),a=Mf(a,e),a=Sf(a,e),o=Xh(o),o=Mf(o,e),o=Sf(o,e),a=bf(a),o=bf(o),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===ie?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===ie?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let _=g+y+a,S=g+m+o,v=_f(n,n.VERTEX_SHADER,_),T=_f(n,n.FRAGMENT_SHADER,S);n.attachShader(p,v),n.attachShader(p,T),e.index0AttributeName!==void 0?n.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&n.bindAttribLocation(p,0,"position"),n.linkProgram(p);function A(C){if(s.debug.checkShaderErrors){let D=n.getProgramInfoLog(p)||"",U=n.getShaderInfoLog(v)||"",F=n.getShaderInfoLog(T)||"",I=D.trim(),z=U.trim(),W=F.trim(),V=!0,Q=!0;if(n.getProgramParameter(p,n.LINK_STATUS)===!1)if(V=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(n,p,v,T);else{let H=vf(n,v,"vertex"),Z=vf(n,T,"fragment");Nt("WebGLProgram: Shader Error "+n.getError()+" - VALIDATE_STATUS "+n.getProgramParameter(p,n.VALIDATE_STATUS)+`

Material Name: `+C.name+`
Material Type: `+C.type+`

Program Info Log: `+I+`
`+H+`
`+Z)}else I!==""?It("WebGLProgram: Program Info Log:",I):(z===""||W==="")&&(Q=!1);Q&&(C.diagnostics={runnable:V,programLog:I,vertexShader:{log:z,prefix:y},fragmentShader:{log:W,prefix:m}})}n.deleteShader(v),n.deleteShader(T),x=new ks(n,p),w=$y(n,p)}let x;this.getUniforms=function(){return x===void 0&&A(this),x};let w;this.getAttributes=function(){return w===void 0&&A(this),w};let L=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return L===!1&&(L=n.getProgramParameter(p,Fy)),L},this.destroy=function(){i.releaseStatesOfProgram(this),n.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=By++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=v,this.fragmentShader=T,this}var rv=0,qh=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,i){let n=this._getShaderCacheForMaterial(t);return n.has(e)===!1&&(n.add(e),e.usedTimes++),n.has(i)===!1&&(n.add(i),i.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let i of e)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,i=e.get(t);return i===void 0&&(i=new Set,e.set(t,i)),i}_getShaderStage(t){let e=this.shaderCache,i=e.get(t);return i===void 0&&(i=new $h(t),e.set(t,i)),i}},$h=class{constructor(t){this.id=rv++,this.code=t,this.usedTimes=0}};function av(s){return s===Zi||s===Vr||s===Hr}function ov(s,t,e,i,n,r){let a=new Rs,o=new qh,l=new Set,c=[],h=new Map,d=i.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,w,L,C,D,U){let F=C.fog,I=D.geometry,z=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?C.environment:null,W=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=t.get(x.envMap||z,W),Q=u[x.type],H=i.precision;x.precision!==null&&(H=i.getMaxPrecision(x.precision),H!==x.precision&&It("WebGLProgram.getParameters:",x.precision,"not supported, using",H,"instead."));let Z=I.morphAttributes.position||I.morphAttributes.normal||I.morphAttributes.color,tt=Z!==void 0?Z.length:0,yt=0;I.morphAttributes.position!==void 0&&(yt=1),I.morphAttributes.normal!==void 0&&(yt=2),I.morphAttributes.color!==void 0&&(yt=3);let Rt,$,at,vt;if(Q){let mt=Ki[Q];Rt=mt.vertexShader,$=mt.fragmentShader}else{Rt=x.vertexShader,$=x.fragmentShader;let mt=o.getVertexShaderStage(x),ae=o.getFragmentShaderStage(x);o.update(x,mt,ae),at=mt.id,vt=ae.id}let wt=s.getRenderTarget(),pt=s.state.buffers.depth.getReversed(),Dt=D.isInstancedMesh===!0,ge=D.isBatchedMesh===!0,Pt=!!x.map,re=!!x.matcap,oe=!!V,Xt=oe&&V.isPMREMTexture===!0,Ve=!!x.aoMap,Ie=!!x.lightMap,si=!!x.bumpMap&&x.wireframe===!1,xe=!!x.normalMap,Vi=!!x.displacementMap,Oe=!!x.emissiveMap,bi=!!x.metalnessMap,wi=!!x.roughnessMap,Ai=x.anisotropy>0,O=x.clearcoat>0,Ti=x.diffuseRoughness>0,fe=x.dispersion>0,pe=x.retroreflectivity>0,ft=x.iridescence>0,Pe=x.sheen>0,Lt=x.transmission>0,Ot=Ai&&!!x.anisotropyMap,R=O&&!!x.clearcoatMap,M=O&&!!x.clearcoatNormalMap,k=O&&!!x.clearcoatRoughnessMap,et=Ti&&!!x.diffuseRoughnessMap,j=ft&&!!x.iridescenceMap,st=ft&&!!x.iridescenceThicknessMap,ut=Pe&&!!x.sheenColorMap,Y=Pe&&!!x.sheenRoughnessMap,J=!!x.specularMap,ot=!!x.specularColorMap,P=!!x.specularIntensityMap,K=Lt&&!!x.transmissionMap,q=Lt&&!!x.thicknessMap,lt=!!x.gradientMap,nt=!!x.alphaMap,rt=x.alphaTest>0,Tt=!!x.alphaHash,kt=!!x.extensions,it=Yi;x.toneMapped&&(wt===null||wt.isXRRenderTarget===!0)&&(it=s.toneMapping);let Ct=Xt?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,Bt={shaderID:Q,shaderType:x.type,shaderName:x.name,vertexShader:Rt,fragmentShader:$,defines:x.defines,customVertexShaderID:at,customFragmentShaderID:vt,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:H,batching:ge,batchingColor:ge&&D._colorsTexture!==null,instancing:Dt,instancingColor:Dt&&D.instanceColor!==null,instancingMorph:Dt&&D.morphTexture!==null,outputColorSpace:wt===null?s.outputColorSpace:wt.isXRRenderTarget===!0?wt.texture.colorSpace:Yt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Pt,matcap:re,envMap:oe,envMapMode:oe&&V.mapping,envMapPMREM:Xt,envMapMaxLod:Xt?Ct.length-1:null,envMapSize:Xt?Ct[0].width:null,aoMap:Ve,lightMap:Ie,bumpMap:si,normalMap:xe,displacementMap:Vi,emissiveMap:Oe,normalMapObjectSpace:xe&&x.normalMapType===kd,normalMapTangentSpace:xe&&x.normalMapType===Ah,packedNormalMap:xe&&x.normalMapType===Ah&&av(x.normalMap.format),metalnessMap:bi,roughnessMap:wi,anisotropy:Ai,anisotropyMap:Ot,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:k,diffuseRoughness:Ti,diffuseRoughnessMap:et,dispersion:fe,retroreflection:pe,iridescence:ft,iridescenceMap:j,iridescenceThicknessMap:st,sheen:Pe,sheenColorMap:ut,sheenRoughnessMap:Y,specularMap:J,specularColorMap:ot,specularIntensityMap:P,transmission:Lt,transmissionMap:K,thicknessMap:q,gradientMap:lt,opaque:x.transparent===!1&&x.blending===Us&&x.alphaToCoverage===!1,alphaMap:nt,alphaTest:rt,alphaHash:Tt,combine:x.combine,mapUv:Pt&&f(x.map.channel),aoMapUv:Ve&&f(x.aoMap.channel),lightMapUv:Ie&&f(x.lightMap.channel),bumpMapUv:si&&f(x.bumpMap.channel),normalMapUv:xe&&f(x.normalMap.channel),displacementMapUv:Vi&&f(x.displacementMap.channel),emissiveMapUv:Oe&&f(x.emissiveMap.channel),metalnessMapUv:bi&&f(x.metalnessMap.channel),roughnessMapUv:wi&&f(x.roughnessMap.channel),anisotropyMapUv:Ot&&f(x.anisotropyMap.channel),clearcoatMapUv:R&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:k&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:et&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:j&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:st&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:ut&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:Y&&f(x.sheenRoughnessMap.channel),specularMapUv:J&&f(x.specularMap.channel),specularColorMapUv:ot&&f(x.specularColorMap.channel),specularIntensityMapUv:P&&f(x.specularIntensityMap.channel),transmissionMapUv:K&&f(x.transmissionMap.channel),thicknessMapUv:q&&f(x.thicknessMap.channel),alphaMapUv:nt&&f(x.alphaMap.channel),vertexTangents:!!I.attributes.tangent&&(xe||Ai),vertexNormals:!!I.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!I.attributes.color&&I.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!I.attributes.uv&&(Pt||nt),fog:!!F,useFog:x.fog===!0,fogExp2:!!F&&F.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||I.attributes.normal===void 0&&xe===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:pt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:I.attributes.position!==void 0,morphTargets:I.morphAttributes.position!==void 0,morphNormals:I.morphAttributes.normal!==void 0,morphColors:I.morphAttributes.color!==void 0,morphTargetsCount:tt,morphTextureStride:yt,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:U.filter(mt=>mt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:s.shadowMap.enabled&&L.length>0,shadowMapType:s.shadowMap.type,toneMapping:it,decodeVideoTexture:Pt&&x.map.isVideoTexture===!0&&Yt.getTransfer(x.map.colorSpace)===ne,decodeVideoTextureEmissive:Oe&&x.emissiveMap.isVideoTexture===!0&&Yt.getTransfer(x.emissiveMap.colorSpace)===ne,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===we,flipSided:x.side===Le,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:kt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(kt&&x.extensions.multiDraw===!0||ge)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Bt.vertexUv1s=l.has(1),Bt.vertexUv2s=l.has(2),Bt.vertexUv3s=l.has(3),l.clear(),Bt}function y(x){let w=[];if(x.shaderID?w.push(x.shaderID):(w.push(x.customVertexShaderID),w.push(x.customFragmentShaderID)),x.defines!==void 0)for(let L in x.defines)w.push(L),w.push(x.defines[L]);return x.isRawShaderMaterial===!1&&(m(w,x),g(w,x),w.push(s.outputColorSpace)),w.push(x.customProgramCacheKey),w.join()}function m(x,w){x.push(w.precision),x.push(w.outputColorSpace),x.push(w.envMapMode),x.push(w.envMapPMREM),x.push(w.envMapMaxLod),x.push(w.envMapSize),x.push(w.mapUv),x.push(w.alphaMapUv),x.push(w.lightMapUv),x.push(w.aoMapUv),x.push(w.bumpMapUv),x.push(w.normalMapUv),x.push(w.displacementMapUv),x.push(w.emissiveMapUv),x.push(w.metalnessMapUv),x.push(w.roughnessMapUv),x.push(w.anisotropyMapUv),x.push(w.clearcoatMapUv),x.push(w.clearcoatNormalMapUv),x.push(w.clearcoatRoughnessMapUv),x.push(w.diffuseRoughnessMapUv),x.push(w.iridescenceMapUv),x.push(w.iridescenceThicknessMapUv),x.push(w.sheenColorMapUv),x.push(w.sheenRoughnessMapUv),x.push(w.specularMapUv),x.push(w.specularColorMapUv),x.push(w.specularIntensityMapUv),x.push(w.transmissionMapUv),x.push(w.thicknessMapUv),x.push(w.combine),x.push(w.fogExp2),x.push(w.sizeAttenuation),x.push(w.morphTargetsCount),x.push(w.numSunLights),x.push(w.numDirLights),x.push(w.numPointLights),x.push(w.numSpotLights),x.push(w.numSpotLightMaps),x.push(w.numHemiLights),x.push(w.numRectAreaLights),x.push(w.numSunLightShadows),x.push(w.numDirLightShadows),x.push(w.numPointLightShadows),x.push(w.numSpotLightShadows),x.push(w.numSpotLightShadowsWithMaps),x.push(w.numLightProbes),x.push(w.numLightProbeGrids),x.push(w.shadowMapType),x.push(w.toneMapping),x.push(w.numClippingPlanes),x.push(w.numClipIntersection),x.push(w.depthPacking)}function g(x,w){a.disableAll(),w.instancing&&a.enable(0),w.instancingColor&&a.enable(1),w.instancingMorph&&a.enable(2),w.matcap&&a.enable(3),w.envMap&&a.enable(4),w.normalMapObjectSpace&&a.enable(5),w.normalMapTangentSpace&&a.enable(6),w.clearcoat&&a.enable(7),w.iridescence&&a.enable(8),w.alphaTest&&a.enable(9),w.vertexColors&&a.enable(10),w.vertexAlphas&&a.enable(11),w.vertexUv1s&&a.enable(12),w.vertexUv2s&&a.enable(13),w.vertexUv3s&&a.enable(14),w.vertexTangents&&a.enable(15),w.anisotropy&&a.enable(16),w.alphaHash&&a.enable(17),w.batching&&a.enable(18),w.dispersion&&a.enable(19),w.retroreflection&&a.enable(24),w.diffuseRoughness&&a.enable(25),w.batchingColor&&a.enable(20),w.gradientMap&&a.enable(21),w.packedNormalMap&&a.enable(22),w.vertexNormals&&a.enable(23),x.push(a.mask),a.disableAll(),w.fog&&a.enable(0),w.useFog&&a.enable(1),w.flatShading&&a.enable(2),w.logarithmicDepthBuffer&&a.enable(3),w.reversedDepthBuffer&&a.enable(4),w.skinning&&a.enable(5),w.morphTargets&&a.enable(6),w.morphNormals&&a.enable(7),w.morphColors&&a.enable(8),w.premultipliedAlpha&&a.enable(9),w.shadowMapEnabled&&a.enable(10),w.doubleSided&&a.enable(11),w.flipSided&&a.enable(12),w.useDepthPacking&&a.enable(13),w.dithering&&a.enable(14),w.transmission&&a.enable(15),w.sheen&&a.enable(16),w.opaque&&a.enable(17),w.pointsUvs&&a.enable(18),w.decodeVideoTexture&&a.enable(19),w.decodeVideoTextureEmissive&&a.enable(20),w.alphaToCoverage&&a.enable(21),w.numLightProbeGrids>0&&a.enable(22),w.hasPositionAttribute&&a.enable(23),x.push(a.mask)}function _(x){let w=u[x.type],L;if(w){let C=Ki[w];L=rf.clone(C.uniforms)}else L=x.uniforms;return L}function S(x,w){let L=h.get(w);return L!==void 0?++L.usedTimes:(L=new sv(s,w,x,n),c.push(L),h.set(w,L)),L}function v(x){if(--x.usedTimes===0){let w=c.indexOf(x);c[w]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function T(x){o.remove(x)}function A(){o.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:_,acquireProgram:S,releaseProgram:v,releaseShaderCache:T,programs:c,dispose:A}}function lv(){let s=new WeakMap;function t(a){return s.has(a)}function e(a){let o=s.get(a);return o===void 0&&(o={},s.set(a,o)),o}function i(a){s.delete(a)}function n(a,o,l){s.get(a)[o]=l}function r(){s=new WeakMap}return{has:t,get:e,remove:i,update:n,dispose:r}}function cv(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.material.id!==t.material.id?s.material.id-t.material.id:s.materialVariant!==t.materialVariant?s.materialVariant-t.materialVariant:s.z!==t.z?s.z-t.z:s.id-t.id}function Af(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.z!==t.z?t.z-s.z:s.id-t.id}function Tf(){let s=[],t=0,e=[],i=[],n=[];function r(){t=0,e.length=0,i.length=0,n.length=0}function a(u){let f=0;return u.isInstancedMesh&&(f+=2),u.isSkinnedMesh&&(f+=1),f}function o(u,f,p,y,m,g){let _=s[t];return _===void 0?(_={id:u.id,object:u,geometry:f,material:p,materialVariant:a(u),groupOrder:y,renderOrder:u.renderOrder,z:m,group:g},s[t]=_):(_.id=u.id,_.object=u,_.geometry=f,_.material=p,_.materialVariant=a(u),_.groupOrder=y,_.renderOrder=u.renderOrder,_.z=m,_.group=g),t++,_}function l(u,f,p,y,m,g,_){_.reversedDepth===!0&&(m=-m);let S=o(u,f,p,y,m,g);p.transmission>0?i.push(S):p.transparent===!0?n.push(S):e.push(S)}function c(u,f,p,y,m,g){let _=o(u,f,p,y,m,g);p.transmission>0?i.unshift(_):p.transparent===!0?n.unshift(_):e.unshift(_)}function h(u,f){e.length>1&&e.sort(u||cv),i.length>1&&i.sort(f||Af),n.length>1&&n.sort(f||Af)}function d(){for(let u=t,f=s.length;u<f;u++){let p=s[u];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:i,transparent:n,init:r,push:l,unshift:c,finish:d,sort:h}}function hv(){let s=new WeakMap;function t(i,n){let r=s.get(i),a;return r===void 0?(a=new Tf,s.set(i,[a])):n>=r.length?(a=new Tf,r.push(a)):a=r[n],a}function e(){s=new WeakMap}return{get:t,dispose:e}}function uv(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new E,color:new _t};break;case"SpotLight":e={position:new E,direction:new E,color:new _t,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new E,color:new _t,distance:0,decay:0};break;case"HemisphereLight":e={direction:new E,skyColor:new _t,groundColor:new _t};break;case"RectAreaLight":e={color:new _t,position:new E,halfWidth:new E,halfHeight:new E};break}return s[t.id]=e,e}}}function dv(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[t.id]=e,e}}}var fv=0;function pv(s,t){return(t.castShadow?2:0)-(s.castShadow?2:0)+(t.map?1:0)-(s.map?1:0)}function mv(s){let t=new uv,e=dv(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new E);let n=new E,r=new Qt,a=new Qt;function o(c){let h=0,d=0,u=0;for(let U=0;U<9;U++)i.probe[U].set(0,0,0);let f=0,p=0,y=0,m=0,g=0,_=0,S=0,v=0,T=0,A=0,x=0,w=0,L=0,C=0;c.sort(pv);for(let U=0,F=c.length;U<F;U++){let I=c[U],z=I.color,W=I.intensity,V=I.distance,Q=null;if(I.shadow&&I.shadow.map&&(I.shadow.map.texture.format===Zi?Q=I.shadow.map.texture:Q=I.shadow.map.depthTexture||I.shadow.map.texture),I.isAmbientLight)h+=z.r*W,d+=z.g*W,u+=z.b*W;else if(I.isLightProbe){for(let H=0;H<9;H++)i.probe[H].addScaledVector(I.sh.coefficients[H],W);C++}else if(I.isSunLight){let H=t.get(I);if(H.color.copy(I.color).multiplyScalar(I.intensity),I.castShadow){let Z=I.shadow,tt=e.get(I);tt.shadowIntensity=Z.intensity,tt.shadowBias=Z.bias,tt.shadowNormalBias=Z.normalBias,tt.shadowRadius=Z.radius,tt.shadowMapSize.copy(Z.mapSize).multiply(Z.getFrameExtents()),i.sunShadow[p]=tt,i.sunShadowMap[p]=Q;let yt=Z.getViewportCount();for(let Rt=0;Rt<yt;Rt++)i.sunShadowMatrix[y+Rt]=Z.getMatrix(Rt),i.sunShadowCascade[y+Rt]=Z._cascadeData[Rt];y+=yt,p++}i.sun[f]=H,f++}else if(I.isDirectionalLight){let H=t.get(I);if(H.color.copy(I.color).multiplyScalar(I.intensity),I.castShadow){let Z=I.shadow,tt=e.get(I);tt.shadowIntensity=Z.intensity,tt.shadowBias=Z.bias,tt.shadowNormalBias=Z.normalBias,tt.shadowRadius=Z.radius,tt.shadowMapSize=Z.mapSize,i.directionalShadow[m]=tt,i.directionalShadowMap[m]=Q,i.directionalShadowMatrix[m]=I.shadow.matrix,T++}i.directional[m]=H,m++}else if(I.isSpotLight){let H=t.get(I);H.position.setFromMatrixPosition(I.matrixWorld),H.color.copy(z).multiplyScalar(W),H.distance=V,H.coneCos=Math.cos(I.angle),H.penumbraCos=Math.cos(I.angle*(1-I.penumbra)),H.decay=I.decay,i.spot[_]=H;let Z=I.shadow;if(I.map&&(i.spotLightMap[w]=I.map,w++,Z.updateMatrices(I),I.castShadow&&L++),i.spotLightMatrix[_]=Z.matrix,I.castShadow){let tt=e.get(I);tt.shadowIntensity=Z.intensity,tt.shadowBias=Z.bias,tt.shadowNormalBias=Z.normalBias,tt.shadowRadius=Z.radius,tt.shadowMapSize=Z.mapSize,i.spotShadow[_]=tt,i.spotShadowMap[_]=Q,x++}_++}else if(I.isRectAreaLight){let H=t.get(I);H.color.copy(z).multiplyScalar(W),H.halfWidth.set(I.width*.5,0,0),H.halfHeight.set(0,I.height*.5,0),i.rectArea[S]=H,S++}else if(I.isPointLight){let H=t.get(I);if(H.color.copy(I.color).multiplyScalar(I.intensity),H.distance=I.distance,H.decay=I.decay,I.castShadow){let Z=I.shadow,tt=e.get(I);tt.shadowIntensity=Z.intensity,tt.shadowBias=Z.bias,tt.shadowNormalBias=Z.normalBias,tt.shadowRadius=Z.radius,tt.shadowMapSize=Z.mapSize,tt.shadowCameraNear=Z.camera.near,tt.shadowCameraFar=Z.camera.far,i.pointShadow[g]=tt,i.pointShadowMap[g]=Q,i.pointShadowMatrix[g]=I.shadow.matrix,A++}i.point[g]=H,g++}else if(I.isHemisphereLight){let H=t.get(I);H.skyColor.copy(I.color).multiplyScalar(W),H.groundColor.copy(I.groundColor).multiplyScalar(W),i.hemi[v]=H,v++}}S>0&&(s.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=gt.LTC_FLOAT_1,i.rectAreaLTC2=gt.LTC_FLOAT_2):(i.rectAreaLTC1=gt.LTC_HALF_1,i.rectAreaLTC2=gt.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=d,i.ambient[2]=u;let D=i.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==g||D.spotLength!==_||D.rectAreaLength!==S||D.hemiLength!==v||D.numSunShadows!==p||D.numDirectionalShadows!==T||D.numPointShadows!==A||D.numSpotShadows!==x||D.numSpotMaps!==w||D.numLightProbes!==C)&&(i.sun.length=f,i.directional.length=m,i.spot.length=_,i.rectArea.length=S,i.point.length=g,i.hemi.length=v,i.sunShadow.length=p,i.sunShadowMap.length=p,i.sunShadowMatrix.length=y,i.sunShadowCascade.length=y,i.directionalShadow.length=T,i.directionalShadowMap.length=T,i.directionalShadowMatrix.length=T,i.pointShadow.length=A,i.pointShadowMap.length=A,i.pointShadowMatrix.length=A,i.spotShadow.length=x,i.spotShadowMap.length=x,i.spotLightMatrix.length=x+w-L,i.spotLightMap.length=w,i.numSpotLightShadowsWithMaps=L,i.numLightProbes=C,D.sunLength=f,D.directionalLength=m,D.pointLength=g,D.spotLength=_,D.rectAreaLength=S,D.hemiLength=v,D.numSunShadows=p,D.numDirectionalShadows=T,D.numPointShadows=A,D.numSpotShadows=x,D.numSpotMaps=w,D.numLightProbes=C,i.version=fv++)}function l(c,h){let d=0,u=0,f=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let _=0,S=c.length;_<S;_++){let v=c[_];if(v.isSunLight){let T=i.sun[d];T.direction.setFromMatrixPosition(v.matrixWorld),T.direction.transformDirection(g),d++}else if(v.isDirectionalLight){let T=i.directional[u];T.direction.setFromMatrixPosition(v.matrixWorld),n.setFromMatrixPosition(v.target.matrixWorld),T.direction.sub(n),T.direction.transformDirection(g),u++}else if(v.isSpotLight){let T=i.spot[p];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),T.direction.setFromMatrixPosition(v.matrixWorld),n.setFromMatrixPosition(v.target.matrixWorld),T.direction.sub(n),T.direction.transformDirection(g),p++}else if(v.isRectAreaLight){let T=i.rectArea[y];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),a.identity(),r.copy(v.matrixWorld),r.premultiply(g),a.extractRotation(r),T.halfWidth.set(v.width*.5,0,0),T.halfHeight.set(0,v.height*.5,0),T.halfWidth.applyMatrix4(a),T.halfHeight.applyMatrix4(a),y++}else if(v.isPointLight){let T=i.point[f];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),f++}else if(v.isHemisphereLight){let T=i.hemi[m];T.direction.setFromMatrixPosition(v.matrixWorld),T.direction.transformDirection(g),m++}}}return{setup:o,setupView:l,state:i}}function Ef(s){let t=new mv(s),e=[],i=[],n=[];function r(d){h.camera=d,e.length=0,i.length=0,n.length=0}function a(d){d.isLightProbeGrid?n.push(d):e.push(d)}function o(d){i.push(d)}function l(){t.setup(e),n.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function c(d){t.setupView(e,d)}let h={lightsArray:e,shadowsArray:i,lightProbeGridArray:n,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:a,pushShadow:o}}function gv(s){let t=new WeakMap;function e(n,r=0){let a=t.get(n),o;return a===void 0?(o=new Ef(s),t.set(n,[o])):r>=a.length?(o=new Ef(s),a.push(o)):o=a[r],o}function i(){t=new WeakMap}return{get:e,dispose:i}}var xv=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,_v=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,yv=[new E(1,0,0),new E(-1,0,0),new E(0,1,0),new E(0,-1,0),new E(0,0,1),new E(0,0,-1)],vv=[new E(0,-1,0),new E(0,-1,0),new E(0,0,1),new E(0,0,-1),new E(0,-1,0),new E(0,-1,0)],Rf=new Qt,Xr=new E,Gh=new E;function Mv(s,t,e){let i=new $n,n=new ht,r=new ht,a=new ce,o=new so,l=new ro,c={},h=e.maxTextureSize,d={[ei]:Le,[Le]:ei,[we]:we},u=new $i({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ht},radius:{value:4}},vertexShader:xv,fragmentShader:_v}),f=u.clone();f.defines.HORIZONTAL_PASS=1;let p=new Wt;p.setAttribute("position",new Gt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new Et(p,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ur;let g=this.type;this.render=function(A,x,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;this.type===_d&&(It("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ur);let L=s.getRenderTarget(),C=s.getActiveCubeFace(),D=s.getActiveMipmapLevel(),U=s.state;U.setBlending(dn),U.buffers.depth.getReversed()===!0?U.buffers.color.setClear(0,0,0,0):U.buffers.color.setClear(1,1,1,1),U.buffers.depth.setTest(!0),U.setScissorTest(!1);let F=g!==this.type;F&&x.traverse(function(I){I.material&&(Array.isArray(I.material)?I.material.forEach(z=>z.needsUpdate=!0):I.material.needsUpdate=!0)});for(let I=0,z=A.length;I<z;I++){let W=A[I],V=W.shadow;if(V===void 0){It("WebGLShadowMap:",W,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;n.copy(V.mapSize);let Q=V.getFrameExtents();n.multiply(Q),r.copy(V.mapSize),(n.x>h||n.y>h)&&(n.x>h&&(r.x=Math.floor(h/Q.x),n.x=r.x*Q.x,V.mapSize.x=r.x),n.y>h&&(r.y=Math.floor(h/Q.y),n.y=r.y*Q.y,V.mapSize.y=r.y));let H=s.state.buffers.depth.getReversed();if(V.camera._reversedDepth=H,V.map===null||F===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Ns){if(W.isPointLight){It("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new Se(n.x,n.y,{format:Zi,type:yi,minFilter:Zt,magFilter:Zt,generateMipmaps:!1}),V.map.texture.name=W.name+".shadowMap",V.map.depthTexture=new cn(n.x,n.y,ai),V.map.depthTexture.name=W.name+".shadowMapDepth",V.map.depthTexture.format=on,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Me,V.map.depthTexture.magFilter=Me}else W.isPointLight?(V.map=new $r(n.x),V.map.depthTexture=new gr(n.x,Fi)):(V.map=new Se(n.x,n.y),V.map.depthTexture=new cn(n.x,n.y,Fi)),V.map.depthTexture.name=W.name+".shadowMap",V.map.depthTexture.format=on,this.type===Ur?(V.map.depthTexture.compareFunction=H?Ch:Rh,V.map.depthTexture.minFilter=Zt,V.map.depthTexture.magFilter=Zt):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Me,V.map.depthTexture.magFilter=Me);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==n.x||V.map.height!==n.y)&&V.map.setSize(n.x,n.y);let Z=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();W.isPointLight!==!0&&V.updateMatrices(W,w);let tt=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let yt=0;yt<Z;yt++){let Rt=V.getCamera(yt);if(W.isPointLight){let $=V.camera,at=V.matrix,vt=W.distance||$.far;vt!==$.far&&($.far=vt,$.updateProjectionMatrix()),Xr.setFromMatrixPosition(W.matrixWorld),$.position.copy(Xr),Gh.copy($.position),Gh.add(yv[yt]),$.up.copy(vv[yt]),$.lookAt(Gh),$.updateMatrixWorld(),at.makeTranslation(-Xr.x,-Xr.y,-Xr.z),Rf.multiplyMatrices($.projectionMatrix,$.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Rf,$.coordinateSystem,$.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)s.setRenderTarget(V.map,yt),s.clear();else{yt===0&&(s.setRenderTarget(V.map),s.clear());let $=V.getViewport(yt);a.set(r.x*$.x,r.y*$.y,r.x*$.z,r.y*$.w),U.viewport(a)}i=V.getFrustum(yt),v(x,w,Rt,W,tt,this.type)}V.isPointLightShadow!==!0&&this.type===Ns&&_(V,w),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,s.setRenderTarget(L,C,D)};function _(A,x){let w=t.update(y);u.defines.VSM_SAMPLES!==A.blurSamples&&(u.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,u.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new Se(n.x,n.y,{format:Zi,type:yi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),u.uniforms.shadow_pass.value=A.map.depthTexture,u.uniforms.resolution.value.set(A.map.width,A.map.height),u.uniforms.radius.value=A.radius,s.setRenderTarget(A.mapPass),s.clear(),s.renderBufferDirect(x,null,w,u,y,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,s.setRenderTarget(A.map),s.clear(),s.renderBufferDirect(x,null,w,f,y,null)}function S(A,x,w,L){let C=null,D=w.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)C=D;else if(C=w.isPointLight===!0?l:o,s.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let U=C.uuid,F=x.uuid,I=c[U];I===void 0&&(I={},c[U]=I);let z=I[F];z===void 0&&(z=C.clone(),I[F]=z,x.addEventListener("dispose",T)),C=z}if(C.visible=x.visible,C.wireframe=x.wireframe,L===Ns?C.side=x.shadowSide!==null?x.shadowSide:x.side:C.side=x.shadowSide!==null?x.shadowSide:d[x.side],C.alphaMap=x.alphaMap,C.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,C.map=x.map,C.clipShadows=x.clipShadows,C.clippingPlanes=x.clippingPlanes,C.clipIntersection=x.clipIntersection,C.displacementMap=x.displacementMap,C.displacementScale=x.displacementScale,C.displacementBias=x.displacementBias,C.wireframeLinewidth=x.wireframeLinewidth,C.linewidth=x.linewidth,w.isPointLight===!0&&C.isMeshDistanceMaterial===!0){let U=s.properties.get(C);U.light=w}return C}function v(A,x,w,L,C,D){if(A.visible===!1)return;if(A.layers.test(C)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===Ns)&&(!A.frustumCulled||A.intersectsFrustum(i))){A.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,A.matrixWorld);let I=t.update(A),z=A.material;if(Array.isArray(z)){let W=I.groups;for(let V=0,Q=W.length;V<Q;V++){let H=W[V],Z=z[H.materialIndex];if(Z&&Z.visible){let tt=S(A,Z,L,D);A.onBeforeShadow(s,A,x,w,I,tt,H),s.renderBufferDirect(w,null,I,tt,A,H),A.onAfterShadow(s,A,x,w,I,tt,H)}}}else if(z.visible){let W=S(A,z,L,D);A.onBeforeShadow(s,A,x,w,I,W,null),s.renderBufferDirect(w,null,I,W,A,null),A.onAfterShadow(s,A,x,w,I,W,null)}}let F=A.children;for(let I=0,z=F.length;I<z;I++)v(F[I],x,w,L,C,D)}function T(A){A.target.removeEventListener("dispose",T);for(let w in c){let L=c[w],C=A.target.uuid;C in L&&(L[C].dispose(),delete L[C])}}}function Sv(s,t){function e(){let P=!1,K=new ce,q=null,lt=new ce(0,0,0,0);return{setMask:function(nt){q!==nt&&!P&&(s.colorMask(nt,nt,nt,nt),q=nt)},setLocked:function(nt){P=nt},setClear:function(nt,rt,Tt,kt,it){it===!0&&(nt*=kt,rt*=kt,Tt*=kt),K.set(nt,rt,Tt,kt),lt.equals(K)===!1&&(s.clearColor(nt,rt,Tt,kt),lt.copy(K))},reset:function(){P=!1,q=null,lt.set(-1,0,0,0)}}}function i(){let P=!1,K=!1,q=null,lt=null,nt=null;return{setReversed:function(rt){if(K!==rt){let Tt=t.get("EXT_clip_control");rt?Tt.clipControlEXT(Tt.LOWER_LEFT_EXT,Tt.ZERO_TO_ONE_EXT):Tt.clipControlEXT(Tt.LOWER_LEFT_EXT,Tt.NEGATIVE_ONE_TO_ONE_EXT),K=rt;let kt=nt;nt=null,this.setClear(kt)}},getReversed:function(){return K},setTest:function(rt){rt?pt(s.DEPTH_TEST):Dt(s.DEPTH_TEST)},setMask:function(rt){q!==rt&&!P&&(s.depthMask(rt),q=rt)},setFunc:function(rt){if(K&&(rt=Jd[rt]),lt!==rt){switch(rt){case Oa:s.depthFunc(s.NEVER);break;case Fa:s.depthFunc(s.ALWAYS);break;case Ba:s.depthFunc(s.LESS);break;case Tn:s.depthFunc(s.LEQUAL);break;case ka:s.depthFunc(s.EQUAL);break;case za:s.depthFunc(s.GEQUAL);break;case Ga:s.depthFunc(s.GREATER);break;case Va:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}lt=rt}},setLocked:function(rt){P=rt},setClear:function(rt){nt!==rt&&(nt=rt,K&&(rt=1-rt),s.clearDepth(rt))},reset:function(){P=!1,q=null,lt=null,nt=null,K=!1}}}function n(){let P=!1,K=null,q=null,lt=null,nt=null,rt=null,Tt=null,kt=null,it=null;return{setTest:function(Ct){P||(Ct?pt(s.STENCIL_TEST):Dt(s.STENCIL_TEST))},setMask:function(Ct){K!==Ct&&!P&&(s.stencilMask(Ct),K=Ct)},setFunc:function(Ct,Bt,mt){(q!==Ct||lt!==Bt||nt!==mt)&&(s.stencilFunc(Ct,Bt,mt),q=Ct,lt=Bt,nt=mt)},setOp:function(Ct,Bt,mt){(rt!==Ct||Tt!==Bt||kt!==mt)&&(s.stencilOp(Ct,Bt,mt),rt=Ct,Tt=Bt,kt=mt)},setLocked:function(Ct){P=Ct},setClear:function(Ct){it!==Ct&&(s.clearStencil(Ct),it=Ct)},reset:function(){P=!1,K=null,q=null,lt=null,nt=null,rt=null,Tt=null,kt=null,it=null}}}let r=new e,a=new i,o=new n,l={},c=new WeakMap,h={},d={},u={},f=new WeakMap,p=[],y=null,m=!1,g=null,_=null,S=null,v=null,T=null,A=null,x=null,w=new _t(0,0,0),L=0,C=!1,D=null,U=null,F=null,I=null,z=null,W=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,Q=0,H=s.getParameter(s.VERSION);H.indexOf("WebGL")!==-1?(Q=parseFloat(/^WebGL (\d)/.exec(H)[1]),V=Q>=1):H.indexOf("OpenGL ES")!==-1&&(Q=parseFloat(/^OpenGL ES (\d)/.exec(H)[1]),V=Q>=2);let Z=null,tt={},yt=s.getParameter(s.SCISSOR_BOX),Rt=s.getParameter(s.VIEWPORT),$=new ce().fromArray(yt),at=new ce().fromArray(Rt);function vt(P,K,q,lt){let nt=new Uint8Array(4),rt=s.createTexture();s.bindTexture(P,rt),s.texParameteri(P,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(P,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let Tt=0;Tt<q;Tt++)P===s.TEXTURE_3D||P===s.TEXTURE_2D_ARRAY?s.texImage3D(K,0,s.RGBA,1,1,lt,0,s.RGBA,s.UNSIGNED_BYTE,nt):s.texImage2D(K+Tt,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,nt);return rt}let wt={};wt[s.TEXTURE_2D]=vt(s.TEXTURE_2D,s.TEXTURE_2D,1),wt[s.TEXTURE_CUBE_MAP]=vt(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),wt[s.TEXTURE_2D_ARRAY]=vt(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),wt[s.TEXTURE_3D]=vt(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),a.setClear(1),o.setClear(0),pt(s.DEPTH_TEST),a.setFunc(Tn),si(!1),xe(rh),pt(s.CULL_FACE),Ve(dn);function pt(P){h[P]!==!0&&(s.enable(P),h[P]=!0)}function Dt(P){h[P]!==!1&&(s.disable(P),h[P]=!1)}function ge(P,K){return u[P]!==K?(s.bindFramebuffer(P,K),u[P]=K,P===s.DRAW_FRAMEBUFFER&&(u[s.FRAMEBUFFER]=K),P===s.FRAMEBUFFER&&(u[s.DRAW_FRAMEBUFFER]=K),!0):!1}function Pt(P,K){let q=p,lt=!1;if(P){q=f.get(K),q===void 0&&(q=[],f.set(K,q));let nt=P.textures;if(q.length!==nt.length||q[0]!==s.COLOR_ATTACHMENT0){for(let rt=0,Tt=nt.length;rt<Tt;rt++)q[rt]=s.COLOR_ATTACHMENT0+rt;q.length=nt.length,lt=!0}}else q[0]!==s.BACK&&(q[0]=s.BACK,lt=!0);lt&&s.drawBuffers(q)}function re(P){return y!==P?(s.useProgram(P),y=P,!0):!1}let oe={[jn]:s.FUNC_ADD,[yd]:s.FUNC_SUBTRACT,[vd]:s.FUNC_REVERSE_SUBTRACT};oe[Md]=s.MIN,oe[Sd]=s.MAX;let Xt={[bd]:s.ZERO,[yo]:s.ONE,[wd]:s.SRC_COLOR,[ch]:s.SRC_ALPHA,[Id]:s.SRC_ALPHA_SATURATE,[Rd]:s.DST_COLOR,[Td]:s.DST_ALPHA,[Ad]:s.ONE_MINUS_SRC_COLOR,[Or]:s.ONE_MINUS_SRC_ALPHA,[Cd]:s.ONE_MINUS_DST_COLOR,[Ed]:s.ONE_MINUS_DST_ALPHA,[Pd]:s.CONSTANT_COLOR,[Ld]:s.ONE_MINUS_CONSTANT_COLOR,[Dd]:s.CONSTANT_ALPHA,[Nd]:s.ONE_MINUS_CONSTANT_ALPHA};function Ve(P,K,q,lt,nt,rt,Tt,kt,it,Ct){if(P===dn){m===!0&&(Dt(s.BLEND),m=!1);return}if(m===!1&&(pt(s.BLEND),m=!0),P!==Os){if(P!==g||Ct!==C){if((_!==jn||T!==jn)&&(s.blendEquation(s.FUNC_ADD),_=jn,T=jn),Ct)switch(P){case Us:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case ah:s.blendFunc(s.ONE,s.ONE);break;case oh:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case lh:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:Nt("WebGLState: Invalid blending: ",P);break}else switch(P){case Us:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case ah:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case oh:Nt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case lh:Nt("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Nt("WebGLState: Invalid blending: ",P);break}S=null,v=null,A=null,x=null,w.set(0,0,0),L=0,g=P,C=Ct}return}nt=nt||K,rt=rt||q,Tt=Tt||lt,(K!==_||nt!==T)&&(s.blendEquationSeparate(oe[K],oe[nt]),_=K,T=nt),(q!==S||lt!==v||rt!==A||Tt!==x)&&(s.blendFuncSeparate(Xt[q],Xt[lt],Xt[rt],Xt[Tt]),S=q,v=lt,A=rt,x=Tt),(kt.equals(w)===!1||it!==L)&&(s.blendColor(kt.r,kt.g,kt.b,it),w.copy(kt),L=it),g=P,C=!1}function Ie(P,K){P.side===we?Dt(s.CULL_FACE):pt(s.CULL_FACE);let q=P.side===Le;K&&(q=!q),si(q),P.blending===Us&&P.transparent===!1?Ve(dn):Ve(P.blending,P.blendEquation,P.blendSrc,P.blendDst,P.blendEquationAlpha,P.blendSrcAlpha,P.blendDstAlpha,P.blendColor,P.blendAlpha,P.premultipliedAlpha),a.setFunc(P.depthFunc),a.setTest(P.depthTest),a.setMask(P.depthWrite),r.setMask(P.colorWrite);let lt=P.stencilWrite;o.setTest(lt),lt&&(o.setMask(P.stencilWriteMask),o.setFunc(P.stencilFunc,P.stencilRef,P.stencilFuncMask),o.setOp(P.stencilFail,P.stencilZFail,P.stencilZPass)),Oe(P.polygonOffset,P.polygonOffsetFactor,P.polygonOffsetUnits),P.alphaToCoverage===!0?pt(s.SAMPLE_ALPHA_TO_COVERAGE):Dt(s.SAMPLE_ALPHA_TO_COVERAGE)}function si(P){D!==P&&(P?s.frontFace(s.CW):s.frontFace(s.CCW),D=P)}function xe(P){P!==gd?(pt(s.CULL_FACE),P!==U&&(P===rh?s.cullFace(s.BACK):P===xd?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Dt(s.CULL_FACE),U=P}function Vi(P){P!==F&&(V&&s.lineWidth(P),F=P)}function Oe(P,K,q){P?(pt(s.POLYGON_OFFSET_FILL),(I!==K||z!==q)&&(I=K,z=q,a.getReversed()&&(K=-K,q=-q),s.polygonOffset(K,q))):Dt(s.POLYGON_OFFSET_FILL)}function bi(P){P?pt(s.SCISSOR_TEST):Dt(s.SCISSOR_TEST)}function wi(P){P===void 0&&(P=s.TEXTURE0+W-1),Z!==P&&(s.activeTexture(P),Z=P)}function Ai(P,K,q){q===void 0&&(Z===null?q=s.TEXTURE0+W-1:q=Z);let lt=tt[q];lt===void 0&&(lt={type:void 0,texture:void 0},tt[q]=lt),(lt.type!==P||lt.texture!==K)&&(Z!==q&&(s.activeTexture(q),Z=q),s.bindTexture(P,K||wt[P]),lt.type=P,lt.texture=K)}function O(){let P=tt[Z];P!==void 0&&P.type!==void 0&&(s.bindTexture(P.type,null),P.type=void 0,P.texture=void 0)}function Ti(){try{s.compressedTexImage2D(...arguments)}catch(P){Nt("WebGLState:",P)}}function fe(){try{s.compressedTexImage3D(...arguments)}catch(P){Nt("WebGLState:",P)}}function pe(){try{s.texSubImage2D(...arguments)}catch(P){Nt("WebGLState:",P)}}function ft(){try{s.texSubImage3D(...arguments)}catch(P){Nt("WebGLState:",P)}}function Pe(){try{s.compressedTexSubImage2D(...arguments)}catch(P){Nt("WebGLState:",P)}}function Lt(){try{s.compressedTexSubImage3D(...arguments)}catch(P){Nt("WebGLState:",P)}}function Ot(){try{s.texStorage2D(...arguments)}catch(P){Nt("WebGLState:",P)}}function R(){try{s.texStorage3D(...arguments)}catch(P){Nt("WebGLState:",P)}}function M(){try{s.texImage2D(...arguments)}catch(P){Nt("WebGLState:",P)}}function k(){try{s.texImage3D(...arguments)}catch(P){Nt("WebGLState:",P)}}function et(P){return d[P]!==void 0?d[P]:s.getParameter(P)}function j(P,K){d[P]!==K&&(s.pixelStorei(P,K),d[P]=K)}function st(P){$.equals(P)===!1&&(s.scissor(P.x,P.y,P.z,P.w),$.copy(P))}function ut(P){at.equals(P)===!1&&(s.viewport(P.x,P.y,P.z,P.w),at.copy(P))}function Y(P,K){let q=c.get(K);q===void 0&&(q=new WeakMap,c.set(K,q));let lt=q.get(P);lt===void 0&&(lt=s.getUniformBlockIndex(K,P.name),s.uniformBlockBinding(K,lt,lt),q.set(P,lt))}function J(P,K,q){let nt=c.get(K).get(P);l[nt]!==q&&(s.bindBufferBase(s.UNIFORM_BUFFER,nt,q),l[nt]=q)}function ot(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),a.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),s.pixelStorei(s.PACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,!1),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,s.BROWSER_DEFAULT_WEBGL),s.pixelStorei(s.PACK_ROW_LENGTH,0),s.pixelStorei(s.PACK_SKIP_PIXELS,0),s.pixelStorei(s.PACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_ROW_LENGTH,0),s.pixelStorei(s.UNPACK_IMAGE_HEIGHT,0),s.pixelStorei(s.UNPACK_SKIP_PIXELS,0),s.pixelStorei(s.UNPACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_SKIP_IMAGES,0),h={},d={},Z=null,tt={},u={},l={},f=new WeakMap,p=[],y=null,m=!1,g=null,_=null,S=null,v=null,T=null,A=null,x=null,w=new _t(0,0,0),L=0,C=!1,D=null,U=null,F=null,I=null,z=null,$.set(0,0,s.canvas.width,s.canvas.height),at.set(0,0,s.canvas.width,s.canvas.height),r.reset(),a.reset(),o.reset()}return{buffers:{color:r,depth:a,stencil:o},enable:pt,disable:Dt,bindFramebuffer:ge,drawBuffers:Pt,useProgram:re,setBlending:Ve,setMaterial:Ie,setFlipSided:si,setCullFace:xe,setLineWidth:Vi,setPolygonOffset:Oe,setScissorTest:bi,activeTexture:wi,bindTexture:Ai,unbindTexture:O,compressedTexImage2D:Ti,compressedTexImage3D:fe,texImage2D:M,texImage3D:k,pixelStorei:j,getParameter:et,updateUBOMapping:Y,uniformBlockBinding:J,texStorage2D:Ot,texStorage3D:R,texSubImage2D:pe,texSubImage3D:ft,compressedTexSubImage2D:Pe,compressedTexSubImage3D:Lt,scissor:st,viewport:ut,reset:ot}}function bv(s,t,e,i,n,r,a){let o=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new ht,h=new WeakMap,d=new Set,u,f=new WeakMap,p=new Set,y=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,M){return m?new OffscreenCanvas(R,M):ur("canvas")}function _(R,M,k){let et=1,j=Ot(R);if((j.width>k||j.height>k)&&(et=k/Math.max(j.width,j.height)),et<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let st=Math.floor(et*j.width),ut=Math.floor(et*j.height);u===void 0&&(u=g(st,ut));let Y=M?g(st,ut):u;return Y.width=st,Y.height=ut,Y.getContext("2d").drawImage(R,0,0,st,ut),It("WebGLRenderer: Texture has been resized from ("+j.width+"x"+j.height+") to ("+st+"x"+ut+")."),Y}else return"data"in R&&It("WebGLRenderer: Image in DataTexture is too big ("+j.width+"x"+j.height+")."),R;return R}function S(R){return R.generateMipmaps}function v(R){s.generateMipmap(R)}function T(R){return R.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?s.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function A(R,M,k,et,j,st=!1){if(R!==null){if(s[R]!==void 0)return s[R];It("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ut;et&&(ut=t.get("EXT_texture_norm16"),ut||It("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let Y=M;if(M===s.RED&&(k===s.FLOAT&&(Y=s.R32F),k===s.HALF_FLOAT&&(Y=s.R16F),k===s.UNSIGNED_BYTE&&(Y=s.R8),k===s.UNSIGNED_SHORT&&ut&&(Y=ut.R16_EXT),k===s.SHORT&&ut&&(Y=ut.R16_SNORM_EXT)),M===s.RED_INTEGER&&(k===s.UNSIGNED_BYTE&&(Y=s.R8UI),k===s.UNSIGNED_SHORT&&(Y=s.R16UI),k===s.UNSIGNED_INT&&(Y=s.R32UI),k===s.BYTE&&(Y=s.R8I),k===s.SHORT&&(Y=s.R16I),k===s.INT&&(Y=s.R32I)),M===s.RG&&(k===s.FLOAT&&(Y=s.RG32F),k===s.HALF_FLOAT&&(Y=s.RG16F),k===s.UNSIGNED_BYTE&&(Y=s.RG8),k===s.UNSIGNED_SHORT&&ut&&(Y=ut.RG16_EXT),k===s.SHORT&&ut&&(Y=ut.RG16_SNORM_EXT)),M===s.RG_INTEGER&&(k===s.UNSIGNED_BYTE&&(Y=s.RG8UI),k===s.UNSIGNED_SHORT&&(Y=s.RG16UI),k===s.UNSIGNED_INT&&(Y=s.RG32UI),k===s.BYTE&&(Y=s.RG8I),k===s.SHORT&&(Y=s.RG16I),k===s.INT&&(Y=s.RG32I)),M===s.RGB_INTEGER&&(k===s.UNSIGNED_BYTE&&(Y=s.RGB8UI),k===s.UNSIGNED_SHORT&&(Y=s.RGB16UI),k===s.UNSIGNED_INT&&(Y=s.RGB32UI),k===s.BYTE&&(Y=s.RGB8I),k===s.SHORT&&(Y=s.RGB16I),k===s.INT&&(Y=s.RGB32I)),M===s.RGBA_INTEGER&&(k===s.UNSIGNED_BYTE&&(Y=s.RGBA8UI),k===s.UNSIGNED_SHORT&&(Y=s.RGBA16UI),k===s.UNSIGNED_INT&&(Y=s.RGBA32UI),k===s.BYTE&&(Y=s.RGBA8I),k===s.SHORT&&(Y=s.RGBA16I),k===s.INT&&(Y=s.RGBA32I)),M===s.RGB&&(k===s.UNSIGNED_SHORT&&ut&&(Y=ut.RGB16_EXT),k===s.SHORT&&ut&&(Y=ut.RGB16_SNORM_EXT),k===s.UNSIGNED_INT_5_9_9_9_REV&&(Y=s.RGB9_E5),k===s.UNSIGNED_INT_10F_11F_11F_REV&&(Y=s.R11F_G11F_B10F)),M===s.RGBA){let J=st?cr:Yt.getTransfer(j);k===s.FLOAT&&(Y=s.RGBA32F),k===s.HALF_FLOAT&&(Y=s.RGBA16F),k===s.UNSIGNED_BYTE&&(Y=J===ne?s.SRGB8_ALPHA8:s.RGBA8),k===s.UNSIGNED_SHORT&&ut&&(Y=ut.RGBA16_EXT),k===s.SHORT&&ut&&(Y=ut.RGBA16_SNORM_EXT),k===s.UNSIGNED_SHORT_4_4_4_4&&(Y=s.RGBA4),k===s.UNSIGNED_SHORT_5_5_5_1&&(Y=s.RGB5_A1)}return(Y===s.R16F||Y===s.R32F||Y===s.RG16F||Y===s.RG32F||Y===s.RGBA16F||Y===s.RGBA32F)&&t.get("EXT_color_buffer_float"),Y}function x(R,M){let k;return R?M===null||M===Fi||M===ts?k=s.DEPTH24_STENCIL8:M===ai?k=s.DEPTH32F_STENCIL8:M===Bs&&(k=s.DEPTH24_STENCIL8,It("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Fi||M===ts?k=s.DEPTH_COMPONENT24:M===ai?k=s.DEPTH_COMPONENT32F:M===Bs&&(k=s.DEPTH_COMPONENT16),k}function w(R,M){return S(R)===!0||R.isFramebufferTexture&&R.minFilter!==Me&&R.minFilter!==Zt?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function L(R){let M=new WeakRef(R);i.get(R).__ref=M,p.add(M),y.register(R,M,M)}function C(R){let M=i.get(R).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function D(R){F(R.target)}function U(R){I(R.target)}function F(R){R.removeEventListener("dispose",D),C(R),W(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&d.delete(R)}function I(R){R.removeEventListener("dispose",U),C(R),Q(R)}function z(){for(let R of p){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?I(M):F(M))}p.clear(),d.clear()}function W(R){let M=i.get(R);if(M.__webglInit===void 0)return;let k=R.source,et=f.get(k);if(et){let j=et[M.__cacheKey];j.usedTimes--,j.usedTimes===0&&V(R),Object.keys(et).length===0&&f.delete(k)}i.remove(R)}function V(R){let M=i.get(R);s.deleteTexture(M.__webglTexture);let k=R.source,et=f.get(k);delete et[M.__cacheKey],a.memory.textures--}function Q(R){let M=i.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let k=R.depthTexture;if(k&&k.renderTarget===R&&F(k),R.isWebGLCubeRenderTarget)for(let j=0;j<6;j++){if(Array.isArray(M.__webglFramebuffer[j]))for(let st=0;st<M.__webglFramebuffer[j].length;st++)s.deleteFramebuffer(M.__webglFramebuffer[j][st]);else s.deleteFramebuffer(M.__webglFramebuffer[j]);M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer[j])}else{if(Array.isArray(M.__webglFramebuffer))for(let j=0;j<M.__webglFramebuffer.length;j++)s.deleteFramebuffer(M.__webglFramebuffer[j]);else s.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&s.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let j=0;j<M.__webglColorRenderbuffer.length;j++)M.__webglColorRenderbuffer[j]&&s.deleteRenderbuffer(M.__webglColorRenderbuffer[j]);M.__webglDepthRenderbuffer&&s.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let et=R.textures;for(let j=0,st=et.length;j<st;j++){let ut=i.get(et[j]);ut.__webglTexture&&(s.deleteTexture(ut.__webglTexture),a.memory.textures--),i.remove(et[j])}i.remove(R)}let H=0;function Z(){H=0}function tt(){return H}function yt(R){H=R}function Rt(){let R=H;return R>=n.maxTextures&&It("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+n.maxTextures),H+=1,R}function $(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function at(R,M){let k=i.get(R);if(R.isVideoTexture&&Pe(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&k.__version!==R.version){let et=R.image;if(et===null)It("WebGLRenderer: Texture marked for update but no image data found.");else if(et.complete===!1)It("WebGLRenderer: Texture marked for update but image is incomplete");else{Ie(k,R,M);return}}else R.isExternalTexture&&(k.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(s.TEXTURE_2D,k.__webglTexture,s.TEXTURE0+M)}function vt(R,M){let k=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&k.__version!==R.version){Ie(k,R,M);return}else R.isExternalTexture&&(k.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(s.TEXTURE_2D_ARRAY,k.__webglTexture,s.TEXTURE0+M)}function wt(R,M){let k=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&k.__version!==R.version){Ie(k,R,M);return}e.bindTexture(s.TEXTURE_3D,k.__webglTexture,s.TEXTURE0+M)}function pt(R,M){let k=i.get(R);if(R.version>0&&k.__version!==R.version){si(k,R,M);return}e.bindTexture(s.TEXTURE_CUBE_MAP,k.__webglTexture,s.TEXTURE0+M)}let Dt={[Ha]:s.REPEAT,[Wi]:s.CLAMP_TO_EDGE,[Wa]:s.MIRRORED_REPEAT},ge={[Me]:s.NEAREST,[Fd]:s.NEAREST_MIPMAP_NEAREST,[Fr]:s.NEAREST_MIPMAP_LINEAR,[Zt]:s.LINEAR,[So]:s.LINEAR_MIPMAP_NEAREST,[fn]:s.LINEAR_MIPMAP_LINEAR},Pt={[Gd]:s.NEVER,[Ih]:s.ALWAYS,[Vd]:s.LESS,[Rh]:s.LEQUAL,[Hd]:s.EQUAL,[Ch]:s.GEQUAL,[Wd]:s.GREATER,[Xd]:s.NOTEQUAL};function re(R,M){if(M.type===ai&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Zt||M.magFilter===So||M.magFilter===Fr||M.magFilter===fn||M.minFilter===Zt||M.minFilter===So||M.minFilter===Fr||M.minFilter===fn)&&It("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(R,s.TEXTURE_WRAP_S,Dt[M.wrapS]),s.texParameteri(R,s.TEXTURE_WRAP_T,Dt[M.wrapT]),(R===s.TEXTURE_3D||R===s.TEXTURE_2D_ARRAY)&&s.texParameteri(R,s.TEXTURE_WRAP_R,Dt[M.wrapR]),s.texParameteri(R,s.TEXTURE_MAG_FILTER,ge[M.magFilter]),s.texParameteri(R,s.TEXTURE_MIN_FILTER,ge[M.minFilter]),M.compareFunction&&(s.texParameteri(R,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(R,s.TEXTURE_COMPARE_FUNC,Pt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Me||M.minFilter!==Fr&&M.minFilter!==fn||M.type===ai&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||i.get(M).__currentAnisotropy){let k=t.get("EXT_texture_filter_anisotropic");s.texParameterf(R,k.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,n.getMaxAnisotropy())),i.get(M).__currentAnisotropy=M.anisotropy}}}function oe(R,M){let k=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",D),L(M));let et=M.source,j=f.get(et);j===void 0&&(j={},f.set(et,j));let st=$(M);if(st!==R.__cacheKey){j[st]===void 0&&(j[st]={texture:s.createTexture(),usedTimes:0},a.memory.textures++,k=!0),j[st].usedTimes++;let ut=j[R.__cacheKey];ut!==void 0&&(j[R.__cacheKey].usedTimes--,ut.usedTimes===0&&V(M)),R.__cacheKey=st,R.__webglTexture=j[st].texture}return k}function Xt(R,M,k){return Math.floor(Math.floor(R/k)/M)}function Ve(R,M,k,et){let st=R.updateRanges;if(st.length===0)e.texSubImage2D(s.TEXTURE_2D,0,0,0,M.width,M.height,k,et,M.data);else{st.sort((P,K)=>P.start-K.start);let ut=0;for(let P=1;P<st.length;P++){let K=st[ut],q=st[P],lt=K.start+K.count,nt=Xt(q.start,M.width,4),rt=Xt(K.start,M.width,4);q.start<=lt+1&&nt===rt&&Xt(q.start+q.count-1,M.width,4)===nt?K.count=Math.max(K.count,q.start+q.count-K.start):(++ut,st[ut]=q)}st.length=ut+1;let Y=e.getParameter(s.UNPACK_ROW_LENGTH),J=e.getParameter(s.UNPACK_SKIP_PIXELS),ot=e.getParameter(s.UNPACK_SKIP_ROWS);e.pixelStorei(s.UNPACK_ROW_LENGTH,M.width);for(let P=0,K=st.length;P<K;P++){let q=st[P],lt=Math.floor(q.start/4),nt=Math.ceil(q.count/4),rt=lt%M.width,Tt=Math.floor(lt/M.width),kt=nt,it=1;e.pixelStorei(s.UNPACK_SKIP_PIXELS,rt),e.pixelStorei(s.UNPACK_SKIP_ROWS,Tt),e.texSubImage2D(s.TEXTURE_2D,0,rt,Tt,kt,it,k,et,M.data)}R.clearUpdateRanges(),e.pixelStorei(s.UNPACK_ROW_LENGTH,Y),e.pixelStorei(s.UNPACK_SKIP_PIXELS,J),e.pixelStorei(s.UNPACK_SKIP_ROWS,ot)}}function Ie(R,M,k){let et=s.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(et=s.TEXTURE_2D_ARRAY),M.isData3DTexture&&(et=s.TEXTURE_3D);let j=oe(R,M),st=M.source;e.bindTexture(et,R.__webglTexture,s.TEXTURE0+k);let ut=i.get(st);if(st.version!==ut.__version||j===!0){if(e.activeTexture(s.TEXTURE0+k),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let it=Yt.getPrimaries(Yt.workingColorSpace),Ct=M.colorSpace===mn?null:Yt.getPrimaries(M.colorSpace),Bt=M.colorSpace===mn||it===Ct?s.NONE:s.BROWSER_DEFAULT_WEBGL;e.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,Bt)}e.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment);let J=_(M.image,!1,n.maxTextureSize);J=Lt(M,J);let ot=r.convert(M.format,M.colorSpace),P=r.convert(M.type),K=A(M.internalFormat,ot,P,M.normalized,M.colorSpace,M.isVideoTexture);re(et,M);let q,lt=M.mipmaps,nt=M.isVideoTexture!==!0,rt=ut.__version===void 0||j===!0,Tt=st.dataReady,kt=w(M,J);if(M.isDepthTexture)K=x(M.format===pn,M.type),rt&&(nt?e.texStorage2D(s.TEXTURE_2D,1,K,J.width,J.height):e.texImage2D(s.TEXTURE_2D,0,K,J.width,J.height,0,ot,P,null));else if(M.isDataTexture)if(lt.length>0){nt&&rt&&e.texStorage2D(s.TEXTURE_2D,kt,K,lt[0].width,lt[0].height);for(let it=0,Ct=lt.length;it<Ct;it++)q=lt[it],nt?Tt&&e.texSubImage2D(s.TEXTURE_2D,it,0,0,q.width,q.height,ot,P,q.data):e.texImage2D(s.TEXTURE_2D,it,K,q.width,q.height,0,ot,P,q.data);M.generateMipmaps=!1}else nt?(rt&&e.texStorage2D(s.TEXTURE_2D,kt,K,J.width,J.height),Tt&&Ve(M,J,ot,P)):e.texImage2D(s.TEXTURE_2D,0,K,J.width,J.height,0,ot,P,J.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){nt&&rt&&e.texStorage3D(s.TEXTURE_2D_ARRAY,kt,K,lt[0].width,lt[0].height,J.depth);for(let it=0,Ct=lt.length;it<Ct;it++)if(q=lt[it],M.format!==oi)if(ot!==null)if(nt){if(Tt)if(M.layerUpdates.size>0){let Bt=kh(q.width,q.height,M.format,M.type);for(let mt of M.layerUpdates){let ae=q.data.subarray(mt*Bt/q.data.BYTES_PER_ELEMENT,(mt+1)*Bt/q.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,it,0,0,mt,q.width,q.height,1,ot,ae)}}else e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,it,0,0,0,q.width,q.height,J.depth,ot,q.data)}else e.compressedTexImage3D(s.TEXTURE_2D_ARRAY,it,K,q.width,q.height,J.depth,0,q.data,0,0);else It("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else nt?Tt&&e.texSubImage3D(s.TEXTURE_2D_ARRAY,it,0,0,0,q.width,q.height,J.depth,ot,P,q.data):e.texImage3D(s.TEXTURE_2D_ARRAY,it,K,q.width,q.height,J.depth,0,ot,P,q.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{nt&&rt&&e.texStorage2D(s.TEXTURE_2D,kt,K,lt[0].width,lt[0].height);for(let it=0,Ct=lt.length;it<Ct;it++)q=lt[it],M.format!==oi?ot!==null?nt?Tt&&e.compressedTexSubImage2D(s.TEXTURE_2D,it,0,0,q.width,q.height,ot,q.data):e.compressedTexImage2D(s.TEXTURE_2D,it,K,q.width,q.height,0,q.data):It("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):nt?Tt&&e.texSubImage2D(s.TEXTURE_2D,it,0,0,q.width,q.height,ot,P,q.data):e.texImage2D(s.TEXTURE_2D,it,K,q.width,q.height,0,ot,P,q.data)}else if(M.isDataArrayTexture)if(nt){if(rt&&e.texStorage3D(s.TEXTURE_2D_ARRAY,kt,K,J.width,J.height,J.depth),Tt)if(M.layerUpdates.size>0){let it=kh(J.width,J.height,M.format,M.type);for(let Ct of M.layerUpdates){let Bt=J.data.subarray(Ct*it/J.data.BYTES_PER_ELEMENT,(Ct+1)*it/J.data.BYTES_PER_ELEMENT);e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Ct,J.width,J.height,1,ot,P,Bt)}M.clearLayerUpdates()}else e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,J.width,J.height,J.depth,ot,P,J.data)}else e.texImage3D(s.TEXTURE_2D_ARRAY,0,K,J.width,J.height,J.depth,0,ot,P,J.data);else if(M.isData3DTexture)nt?(rt&&e.texStorage3D(s.TEXTURE_3D,kt,K,J.width,J.height,J.depth),Tt&&e.texSubImage3D(s.TEXTURE_3D,0,0,0,0,J.width,J.height,J.depth,ot,P,J.data)):e.texImage3D(s.TEXTURE_3D,0,K,J.width,J.height,J.depth,0,ot,P,J.data);else if(M.isFramebufferTexture){if(rt)if(nt)e.texStorage2D(s.TEXTURE_2D,kt,K,J.width,J.height);else{let it=J.width,Ct=J.height;for(let Bt=0;Bt<kt;Bt++)e.texImage2D(s.TEXTURE_2D,Bt,K,it,Ct,0,ot,P,null),it>>=1,Ct>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in s){let it=s.canvas;if(it.hasAttribute("layoutsubtree")||it.setAttribute("layoutsubtree","true"),J.parentNode!==it){it.appendChild(J),d.add(M),it.onpaint=Ct=>{let Bt=Ct.changedElements;for(let mt of d)Bt.includes(mt.image)&&(mt.needsUpdate=!0)},it.requestPaint();return}if(s.texElementImage2D.length===3)s.texElementImage2D(s.TEXTURE_2D,s.RGBA8,J);else{let Bt=s.RGBA,mt=s.RGBA,ae=s.UNSIGNED_BYTE;s.texElementImage2D(s.TEXTURE_2D,0,Bt,mt,ae,J)}s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE)}}else if(lt.length>0){if(nt&&rt){let it=Ot(lt[0]);e.texStorage2D(s.TEXTURE_2D,kt,K,it.width,it.height)}for(let it=0,Ct=lt.length;it<Ct;it++)q=lt[it],nt?Tt&&e.texSubImage2D(s.TEXTURE_2D,it,0,0,ot,P,q):e.texImage2D(s.TEXTURE_2D,it,K,ot,P,q);M.generateMipmaps=!1}else if(nt){if(rt){let it=Ot(J);e.texStorage2D(s.TEXTURE_2D,kt,K,it.width,it.height)}Tt&&e.texSubImage2D(s.TEXTURE_2D,0,0,0,ot,P,J)}else e.texImage2D(s.TEXTURE_2D,0,K,ot,P,J);S(M)&&M.mipmapsAutoUpdate===!0&&v(et),ut.__version=st.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function si(R,M,k){if(M.image.length!==6)return;let et=oe(R,M),j=M.source;e.bindTexture(s.TEXTURE_CUBE_MAP,R.__webglTexture,s.TEXTURE0+k);let st=i.get(j);if(j.version!==st.__version||et===!0){e.activeTexture(s.TEXTURE0+k);let ut=Yt.getPrimaries(Yt.workingColorSpace),Y=M.colorSpace===mn?null:Yt.getPrimaries(M.colorSpace),J=M.colorSpace===mn||ut===Y?s.NONE:s.BROWSER_DEFAULT_WEBGL;e.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,J);let ot=M.isCompressedTexture||M.image[0].isCompressedTexture,P=M.image[0]&&M.image[0].isDataTexture,K=[];for(let mt=0;mt<6;mt++)!ot&&!P?K[mt]=_(M.image[mt],!0,n.maxCubemapSize):K[mt]=P?M.image[mt].image:M.image[mt],K[mt]=Lt(M,K[mt]);let q=K[0],lt=r.convert(M.format,M.colorSpace),nt=r.convert(M.type),rt=A(M.internalFormat,lt,nt,M.normalized,M.colorSpace),Tt=M.isVideoTexture!==!0,kt=st.__version===void 0||et===!0,it=j.dataReady,Ct=w(M,q);re(s.TEXTURE_CUBE_MAP,M);let Bt;if(M.isDepthTexture){if(rt=x(M.format===pn,M.type),kt)if(Tt)e.texStorage2D(s.TEXTURE_CUBE_MAP,1,rt,q.width,q.height);else for(let mt=0;mt<6;mt++)e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0,rt,q.width,q.height,0,lt,nt,null)}else if(ot){Tt&&kt&&e.texStorage2D(s.TEXTURE_CUBE_MAP,Ct,rt,q.width,q.height);for(let mt=0;mt<6;mt++){Bt=K[mt].mipmaps;for(let ae=0;ae<Bt.length;ae++){let Fe=Bt[ae];M.format!==oi?lt!==null?Tt?it&&e.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae,0,0,Fe.width,Fe.height,lt,Fe.data):e.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae,rt,Fe.width,Fe.height,0,Fe.data):It("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Tt?it&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae,0,0,Fe.width,Fe.height,lt,nt,Fe.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae,rt,Fe.width,Fe.height,0,lt,nt,Fe.data)}}}else{if(Bt=M.mipmaps,Tt&&kt){Bt.length>0&&Ct++;let mt=Ot(K[0]);e.texStorage2D(s.TEXTURE_CUBE_MAP,Ct,rt,mt.width,mt.height)}for(let mt=0;mt<6;mt++)if(P){Tt?it&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0,0,0,K[mt].width,K[mt].height,lt,nt,K[mt].data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0,rt,K[mt].width,K[mt].height,0,lt,nt,K[mt].data);for(let ae=0;ae<Bt.length;ae++){let _n=Bt[ae].image[mt].image;Tt?it&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae+1,0,0,_n.width,_n.height,lt,nt,_n.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae+1,rt,_n.width,_n.height,0,lt,nt,_n.data)}}else{Tt?it&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0,0,0,lt,nt,K[mt]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0,rt,lt,nt,K[mt]);for(let ae=0;ae<Bt.length;ae++){let Fe=Bt[ae];Tt?it&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae+1,0,0,lt,nt,Fe.image[mt]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+mt,ae+1,rt,lt,nt,Fe.image[mt])}}}S(M)&&M.mipmapsAutoUpdate===!0&&v(s.TEXTURE_CUBE_MAP),st.__version=j.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function xe(R,M,k,et,j,st){let ut=r.convert(k.format,k.colorSpace),Y=r.convert(k.type),J=A(k.internalFormat,ut,Y,k.normalized,k.colorSpace),ot=i.get(M),P=i.get(k);if(P.__renderTarget=M,!ot.__hasExternalTextures){let K=Math.max(1,M.width>>st),q=Math.max(1,M.height>>st);j===s.TEXTURE_3D||j===s.TEXTURE_2D_ARRAY?e.texImage3D(j,st,J,K,q,M.depth,0,ut,Y,null):e.texImage2D(j,st,J,K,q,0,ut,Y,null)}e.bindFramebuffer(s.FRAMEBUFFER,R),ft(M)?o.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,et,j,P.__webglTexture,0,pe(M)):(j===s.TEXTURE_2D||j>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&j<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,et,j,P.__webglTexture,st),e.bindFramebuffer(s.FRAMEBUFFER,null)}function Vi(R,M,k){if(s.bindRenderbuffer(s.RENDERBUFFER,R),M.depthBuffer){let et=M.depthTexture,j=et&&et.isDepthTexture?et.type:null,st=x(M.stencilBuffer,j),ut=M.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;ft(M)?o.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,pe(M),st,M.width,M.height):k?s.renderbufferStorageMultisample(s.RENDERBUFFER,pe(M),st,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,st,M.width,M.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,ut,s.RENDERBUFFER,R)}else{let et=M.textures;for(let j=0;j<et.length;j++){let st=et[j],ut=r.convert(st.format,st.colorSpace),Y=r.convert(st.type),J=A(st.internalFormat,ut,Y,st.normalized,st.colorSpace);ft(M)?o.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,pe(M),J,M.width,M.height):k?s.renderbufferStorageMultisample(s.RENDERBUFFER,pe(M),J,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,J,M.width,M.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function Oe(R,M,k){let et=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(s.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let j=i.get(M.depthTexture);j.__renderTarget=M;let st=et?M.depthTexture.image[0]:M.depthTexture.image;(!j.__webglTexture||st.width!==M.width||st.height!==M.height)&&(st.width=M.width,st.height=M.height,M.depthTexture.needsUpdate=!0),et?pt(M.depthTexture,0):at(M.depthTexture,0);let ut=j.__webglTexture,Y=pe(M),J=et?s.TEXTURE_CUBE_MAP_POSITIVE_X+k:s.TEXTURE_2D,ot=M.depthTexture.format===pn?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;if(M.depthTexture.format===on)ft(M)?o.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ot,J,ut,0,Y):s.framebufferTexture2D(s.FRAMEBUFFER,ot,J,ut,0);else if(M.depthTexture.format===pn)ft(M)?o.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ot,J,ut,0,Y):s.framebufferTexture2D(s.FRAMEBUFFER,ot,J,ut,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function bi(R){let M=i.get(R),k=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let et=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),et){let j=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,et.removeEventListener("dispose",j)};et.addEventListener("dispose",j),M.__depthDisposeCallback=j}M.__boundDepthTexture=et}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(k)for(let et=0;et<6;et++)Oe(M.__webglFramebuffer[et],R,et);else R.texture.mipmaps.length>0?Oe(M.__webglFramebuffer[0],R,0):Oe(M.__webglFramebuffer,R,0);else if(k){M.__webglDepthbuffer=[];for(let et=0;et<6;et++)if(e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[et]),M.__webglDepthbuffer[et]===void 0)M.__webglDepthbuffer[et]=s.createRenderbuffer(),Vi(M.__webglDepthbuffer[et],R,!1);else{let j=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,st=M.__webglDepthbuffer[et];s.bindRenderbuffer(s.RENDERBUFFER,st),s.framebufferRenderbuffer(s.FRAMEBUFFER,j,s.RENDERBUFFER,st)}}else if(R.texture.mipmaps.length>0?e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=s.createRenderbuffer(),Vi(M.__webglDepthbuffer,R,!1);else{let j=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,st=M.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,st),s.framebufferRenderbuffer(s.FRAMEBUFFER,j,s.RENDERBUFFER,st)}e.bindFramebuffer(s.FRAMEBUFFER,null)}function wi(R,M,k){let et=i.get(R);M!==void 0&&xe(et.__webglFramebuffer,R,R.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),k!==void 0&&bi(R)}function Ai(R){let M=R.texture,k=i.get(R),et=i.get(M);R.addEventListener("dispose",U),L(R);let j=R.textures,st=R.isWebGLCubeRenderTarget===!0,ut=j.length>1;if(ut||(et.__webglTexture===void 0&&(et.__webglTexture=s.createTexture()),et.__version=M.version,a.memory.textures++),st){k.__webglFramebuffer=[];for(let Y=0;Y<6;Y++)if(M.mipmaps.length>0){k.__webglFramebuffer[Y]=[];for(let J=0;J<M.mipmaps.length;J++)k.__webglFramebuffer[Y][J]=s.createFramebuffer()}else k.__webglFramebuffer[Y]=s.createFramebuffer()}else{if(M.mipmaps.length>0){k.__webglFramebuffer=[];for(let Y=0;Y<M.mipmaps.length;Y++)k.__webglFramebuffer[Y]=s.createFramebuffer()}else k.__webglFramebuffer=s.createFramebuffer();if(ut)for(let Y=0,J=j.length;Y<J;Y++){let ot=i.get(j[Y]);ot.__webglTexture===void 0&&(ot.__webglTexture=s.createTexture(),a.memory.textures++)}if(R.samples>0&&ft(R)===!1){k.__webglMultisampledFramebuffer=s.createFramebuffer(),k.__webglColorRenderbuffer=[],e.bindFramebuffer(s.FRAMEBUFFER,k.__webglMultisampledFramebuffer);for(let Y=0;Y<j.length;Y++){let J=j[Y];k.__webglColorRenderbuffer[Y]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,k.__webglColorRenderbuffer[Y]);let ot=r.convert(J.format,J.colorSpace),P=r.convert(J.type),K=A(J.internalFormat,ot,P,J.normalized,J.colorSpace,R.isXRRenderTarget===!0),q=pe(R);s.renderbufferStorageMultisample(s.RENDERBUFFER,q,K,R.width,R.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+Y,s.RENDERBUFFER,k.__webglColorRenderbuffer[Y])}s.bindRenderbuffer(s.RENDERBUFFER,null),R.depthBuffer&&(k.__webglDepthRenderbuffer=s.createRenderbuffer(),Vi(k.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(s.FRAMEBUFFER,null)}}if(st){e.bindTexture(s.TEXTURE_CUBE_MAP,et.__webglTexture),re(s.TEXTURE_CUBE_MAP,M);for(let Y=0;Y<6;Y++)if(M.mipmaps.length>0)for(let J=0;J<M.mipmaps.length;J++)xe(k.__webglFramebuffer[Y][J],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,J);else xe(k.__webglFramebuffer[Y],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,0);S(M)?v(s.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&s.texParameteri(s.TEXTURE_CUBE_MAP,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(ut){for(let Y=0,J=j.length;Y<J;Y++){let ot=j[Y],P=i.get(ot),K=s.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(K=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(K,P.__webglTexture),re(K,ot),xe(k.__webglFramebuffer,R,ot,s.COLOR_ATTACHMENT0+Y,K,0),S(ot)&&v(K)}e.unbindTexture()}else{let Y=s.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(Y=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(Y,et.__webglTexture),re(Y,M),M.mipmaps.length>0)for(let J=0;J<M.mipmaps.length;J++)xe(k.__webglFramebuffer[J],R,M,s.COLOR_ATTACHMENT0,Y,J);else xe(k.__webglFramebuffer,R,M,s.COLOR_ATTACHMENT0,Y,0);S(M)?v(Y):M.mipmaps.length>0&&s.texParameteri(Y,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&bi(R)}function O(R){let M=R.textures;for(let k=0,et=M.length;k<et;k++){let j=M[k];if(S(j)&&j.mipmapsAutoUpdate===!0){let st=T(R),ut=i.get(j).__webglTexture;e.bindTexture(st,ut),v(st),e.unbindTexture()}}}let Ti=[];function fe(R){if(R.samples>0){if(ft(R)===!1){let M=R.textures,k=R.width,et=R.height,j=s.COLOR_BUFFER_BIT,st=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ut=i.get(R),Y=M.length>1;if(Y)for(let ot=0;ot<M.length;ot++)e.bindFramebuffer(s.FRAMEBUFFER,ut.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ot,s.RENDERBUFFER,null),e.bindFramebuffer(s.FRAMEBUFFER,ut.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ot,s.TEXTURE_2D,null,0);e.bindFramebuffer(s.READ_FRAMEBUFFER,ut.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?e.bindFramebuffer(s.DRAW_FRAMEBUFFER,ut.__webglFramebuffer[0]):e.bindFramebuffer(s.DRAW_FRAMEBUFFER,ut.__webglFramebuffer);for(let ot=0;ot<M.length;ot++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(j|=s.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(j|=s.STENCIL_BUFFER_BIT)),Y){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,ut.__webglColorRenderbuffer[ot]);let P=i.get(M[ot]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,P,0)}s.blitFramebuffer(0,0,k,et,0,0,k,et,j,s.NEAREST),l===!0&&(Ti.length=0,Ti.push(s.COLOR_ATTACHMENT0+ot),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Ti.push(st),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Ti))}if(e.bindFramebuffer(s.READ_FRAMEBUFFER,null),e.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),Y)for(let ot=0;ot<M.length;ot++){e.bindFramebuffer(s.FRAMEBUFFER,ut.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ot,s.RENDERBUFFER,ut.__webglColorRenderbuffer[ot]);let P=i.get(M[ot]).__webglTexture;e.bindFramebuffer(s.FRAMEBUFFER,ut.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ot,s.TEXTURE_2D,P,0)}e.bindFramebuffer(s.DRAW_FRAMEBUFFER,ut.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[M])}}}function pe(R){return Math.min(n.maxSamples,R.samples)}function ft(R){let M=i.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Pe(R){let M=a.render.frame;h.get(R)!==M&&(h.set(R,M),R.update())}function Lt(R,M){let k=R.colorSpace,et=R.format,j=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||k!==lr&&k!==mn&&(Yt.getTransfer(k)===ne?(et!==oi||j!==be)&&It("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Nt("WebGLTextures: Unsupported texture color space:",k)),M}function Ot(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=Rt,this.resetTextureUnits=Z,this.getTextureUnits=tt,this.setTextureUnits=yt,this.setTexture2D=at,this.setTexture2DArray=vt,this.setTexture3D=wt,this.setTextureCube=pt,this.rebindTextures=wi,this.setupRenderTarget=Ai,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=fe,this.setupDepthRenderbuffer=bi,this.setupFrameBufferTexture=xe,this.useMultisampledRTT=ft,this.dispose=z}function wv(s,t){function e(i,n=mn){let r,a=Yt.getTransfer(n);if(i===be)return s.UNSIGNED_BYTE;if(i===wo)return s.UNSIGNED_SHORT_4_4_4_4;if(i===Ao)return s.UNSIGNED_SHORT_5_5_5_1;if(i===Mh)return s.UNSIGNED_INT_5_9_9_9_REV;if(i===Sh)return s.UNSIGNED_INT_10F_11F_11F_REV;if(i===yh)return s.BYTE;if(i===vh)return s.SHORT;if(i===Bs)return s.UNSIGNED_SHORT;if(i===bo)return s.INT;if(i===Fi)return s.UNSIGNED_INT;if(i===ai)return s.FLOAT;if(i===yi)return s.HALF_FLOAT;if(i===bh)return s.ALPHA;if(i===wh)return s.RGB;if(i===oi)return s.RGBA;if(i===on)return s.DEPTH_COMPONENT;if(i===pn)return s.DEPTH_STENCIL;if(i===Pi)return s.RED;if(i===To)return s.RED_INTEGER;if(i===Zi)return s.RG;if(i===Eo)return s.RG_INTEGER;if(i===Ro)return s.RGBA_INTEGER;if(i===Br||i===kr||i===zr||i===Gr)if(a===ne)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===Br)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===kr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===zr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===Gr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===Br)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===kr)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===zr)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===Gr)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Co||i===Io||i===Po||i===Lo)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===Co)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Io)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Po)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Lo)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Do||i===No||i===Uo||i===Oo||i===Fo||i===Vr||i===Bo)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(i===Do||i===No)return a===ne?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===Uo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===Oo)return r.COMPRESSED_R11_EAC;if(i===Fo)return r.COMPRESSED_SIGNED_R11_EAC;if(i===Vr)return r.COMPRESSED_RG11_EAC;if(i===Bo)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===ko||i===zo||i===Go||i===Vo||i===Ho||i===Wo||i===Xo||i===qo||i===$o||i===Yo||i===Zo||i===Jo||i===Ko||i===jo)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(i===ko)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===zo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===Go)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Vo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Ho)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===Wo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Xo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===qo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===$o)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Yo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===Zo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Jo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===Ko)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===jo)return a===ne?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===Qo||i===tl||i===el)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(i===Qo)return a===ne?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===tl)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===el)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===il||i===nl||i===Hr||i===sl)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(i===il)return r.COMPRESSED_RED_RGTC1_EXT;if(i===nl)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Hr)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===sl)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===ts?s.UNSIGNED_INT_24_8:s[i]!==void 0?s[i]:null}return{convert:e}}var Av=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Tv=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Yh=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let i=new xr(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=i}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,i=new $i({vertexShader:Av,fragmentShader:Tv,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Et(new Oi(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Zh=class extends Xi{constructor(t,e){super();let i=this,n=null,r=1,a=null,o="local-floor",l=1,c=null,h=null,d=null,u=null,f=null,p=null,y=typeof XRWebGLBinding<"u",m=new Yh,g={},_=e.getContextAttributes(),S=null,v=null,T=[],A=[],x=new ht,w=null,L=null,C=new Je;C.viewport=new ce;let D=new Je;D.viewport=new ce;let U=[C,D],F=new _o,I=null,z=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function($){let at=T[$];return at===void 0&&(at=new Cs,T[$]=at),at.getTargetRaySpace()},this.getControllerGrip=function($){let at=T[$];return at===void 0&&(at=new Cs,T[$]=at),at.getGripSpace()},this.getHand=function($){let at=T[$];return at===void 0&&(at=new Cs,T[$]=at),at.getHandSpace()};function W($){let at=A.indexOf($.inputSource);if(at===-1)return;let vt=T[at];vt!==void 0&&(vt.update($.inputSource,$.frame,c||a),vt.dispatchEvent({type:$.type,data:$.inputSource}))}function V(){n.removeEventListener("select",W),n.removeEventListener("selectstart",W),n.removeEventListener("selectend",W),n.removeEventListener("squeeze",W),n.removeEventListener("squeezestart",W),n.removeEventListener("squeezeend",W),n.removeEventListener("end",V),n.removeEventListener("inputsourceschange",Q);for(let $=0;$<T.length;$++){let at=A[$];at!==null&&(A[$]=null,T[$].disconnect(at))}I=null,z=null,m.reset();for(let $ in g)delete g[$];if(t.setRenderTarget(S),f=null,u=null,d=null,n=null,v=null,Rt.stop(),i.isPresenting=!1,t.setPixelRatio(w),t.setSize(x.width,x.height,!1),L!==null){let $=L.camera;$.fov=L.fov,$.zoom=L.zoom,$.updateProjectionMatrix(),L=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function($){r=$,i.isPresenting===!0&&It("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function($){o=$,i.isPresenting===!0&&It("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||a},this.setReferenceSpace=function($){c=$},this.getBaseLayer=function(){return u!==null?u:f},this.getBinding=function(){return d===null&&y&&(d=new XRWebGLBinding(n,e)),d},this.getFrame=function(){return p},this.getSession=function(){return n},this.setSession=async function($){if(n=$,n!==null){if(S=t.getRenderTarget(),n.addEventListener("select",W),n.addEventListener("selectstart",W),n.addEventListener("selectend",W),n.addEventListener("squeeze",W),n.addEventListener("squeezestart",W),n.addEventListener("squeezeend",W),n.addEventListener("end",V),n.addEventListener("inputsourceschange",Q),_.xrCompatible!==!0&&await e.makeXRCompatible(),w=t.getPixelRatio(),t.getSize(x),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let vt=null,wt=null,pt=null;_.depth&&(pt=_.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,vt=_.stencil?pn:on,wt=_.stencil?ts:Fi);let Dt={colorFormat:e.RGBA8,depthFormat:pt,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Dt),n.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),v=new Se(u.textureWidth,u.textureHeight,{format:oi,type:be,depthTexture:new cn(u.textureWidth,u.textureHeight,wt,void 0,void 0,void 0,void 0,void 0,void 0,vt),stencilBuffer:_.stencil,colorSpace:t.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let vt={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(n,e,vt),n.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new Se(f.framebufferWidth,f.framebufferHeight,{format:oi,type:be,colorSpace:t.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,a=await n.requestReferenceSpace(o),Rt.setContext(n),Rt.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(n!==null)return n.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function Q($){for(let at=0;at<$.removed.length;at++){let vt=$.removed[at],wt=A.indexOf(vt);wt>=0&&(A[wt]=null,T[wt].disconnect(vt))}for(let at=0;at<$.added.length;at++){let vt=$.added[at],wt=A.indexOf(vt);if(wt===-1){for(let Dt=0;Dt<T.length;Dt++)if(Dt>=A.length){A.push(vt),wt=Dt;break}else if(A[Dt]===null){A[Dt]=vt,wt=Dt;break}if(wt===-1)break}let pt=T[wt];pt&&pt.connect(vt)}}function H($,at){at===null?$.matrixWorld.copy($.matrix):$.matrixWorld.multiplyMatrices(at.matrixWorld,$.matrix),$.matrixWorldInverse.copy($.matrixWorld).invert()}this.updateCamera=function($){if(n===null)return;let at=$.near,vt=$.far;m.texture!==null&&(m.depthNear>0&&(at=m.depthNear),m.depthFar>0&&(vt=m.depthFar)),F.near=D.near=C.near=at,F.far=D.far=C.far=vt,(I!==F.near||z!==F.far)&&(n.updateRenderState({depthNear:F.near,depthFar:F.far}),I=F.near,z=F.far),F.layers.mask=$.layers.mask|6,C.layers.mask=F.layers.mask&-5,D.layers.mask=F.layers.mask&-3;let wt=$.parent,pt=F.cameras;H(F,wt);for(let Dt=0;Dt<pt.length;Dt++)H(pt[Dt],wt);F.projectionMatrix.copy(C.projectionMatrix),F.projectionMatrixInverse.copy(C.projectionMatrixInverse),L===null&&$.isPerspectiveCamera&&(L={camera:$,fov:$.fov,zoom:$.zoom}),Z($,F,wt)};function Z($,at,vt){vt===null?$.matrix.copy(at.matrixWorld):($.matrix.copy(vt.matrixWorld),$.matrix.invert(),$.matrix.multiply(at.matrixWorld)),$.matrix.decompose($.position,$.quaternion,$.scale),$.updateMatrixWorld(!0),$.projectionMatrix.copy(at.projectionMatrix),$.projectionMatrixInverse.copy(at.projectionMatrixInverse),$.isPerspectiveCamera&&($.fov=As*2*Math.atan(1/$.projectionMatrix.elements[5]),$.zoom=1)}this.getCamera=function(){return F},this.getFoveation=function(){if(!(u===null&&f===null))return l},this.setFoveation=function($){l=$,u!==null&&(u.fixedFoveation=$),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=$)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(F)},this.getCameraTexture=function($){return g[$]};let tt=null;function yt($,at){if(h=at.getViewerPose(c||a),p=at,h!==null){let vt=h.views;f!==null&&(t.setRenderTargetFramebuffer(v,f.framebuffer),t.setRenderTarget(v));let wt=!1;vt.length!==F.cameras.length&&(F.cameras.length=0,wt=!0);for(let Pt=0;Pt<vt.length;Pt++){let re=vt[Pt],oe=null;if(f!==null)oe=f.getViewport(re);else{let Ve=d.getViewSubImage(u,re);oe=Ve.viewport,Pt===0&&(t.setRenderTargetTextures(v,Ve.colorTexture,Ve.depthStencilTexture),t.setRenderTarget(v))}let Xt=U[Pt];Xt===void 0&&(Xt=new Je,Xt.layers.enable(Pt),Xt.viewport=new ce,U[Pt]=Xt),Xt.matrix.fromArray(re.transform.matrix),Xt.matrix.decompose(Xt.position,Xt.quaternion,Xt.scale),Xt.projectionMatrix.fromArray(re.projectionMatrix),Xt.projectionMatrixInverse.copy(Xt.projectionMatrix).invert(),Xt.viewport.set(oe.x,oe.y,oe.width,oe.height),Pt===0&&(F.matrix.copy(Xt.matrix),F.matrix.decompose(F.position,F.quaternion,F.scale)),wt===!0&&F.cameras.push(Xt)}let pt=n.enabledFeatures;if(pt&&pt.includes("depth-sensing")&&n.depthUsage=="gpu-optimized"&&y){d=i.getBinding();let Pt=d.getDepthInformation(vt[0]);Pt&&Pt.isValid&&Pt.texture&&m.init(Pt,n.renderState)}if(pt&&pt.includes("camera-access")&&y){t.state.unbindTexture(),d=i.getBinding();for(let Pt=0;Pt<vt.length;Pt++){let re=vt[Pt].camera;if(re){let oe=g[re];oe||(oe=new xr,g[re]=oe);let Xt=d.getCameraImage(re);oe.sourceTexture=Xt}}}}for(let vt=0;vt<T.length;vt++){let wt=A[vt],pt=T[vt];wt!==null&&pt!==void 0&&pt.update(wt,at,c||a)}tt&&tt($,at),at.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:at}),p=null}let Rt=new Cf;Rt.setAnimationLoop(yt),this.setAnimationLoop=function($){tt=$},this.dispose=function(){}}},Ev=new Qt,kf=new Ut;kf.set(-1,0,0,0,1,0,0,0,1);function Rv(s,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function i(m,g){g.color.getRGB(m.fogColor.value,Oh(s)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function n(m,g,_,S,v){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),d(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),u(m,g),g.isMeshPhysicalMaterial&&f(m,g,v)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(a(m,g),g.isLineDashedMaterial&&o(m,g)):g.isPointsMaterial?l(m,g,_,S):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Le&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Le&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let _=t.get(g),S=_.envMap,v=_.envMapRotation;S&&(m.envMap.value=S,m.envMapRotation.value.setFromMatrix4(Ev.makeRotationFromEuler(v)).transpose(),S.isCubeTexture&&S.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(kf),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function a(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function o(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,_,S){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*_,m.scale.value=S*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function d(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function u(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,_){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Le&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=_.texture,m.transmissionSamplerSize.value.set(_.width,_.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let _=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(_.matrixWorld),m.nearDistance.value=_.shadow.camera.near,m.farDistance.value=_.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:n}}function Cv(s,t,e,i){let n={},r={};function a(_,S){let v=S.program;i.uniformBlockBinding(_,v,n[_.id])}function o(_,S){let v=n[_.id];v===void 0&&(p(_),v=l(_),n[_.id]=v,_.addEventListener("dispose",m));let T=S.program;i.updateUBOMapping(_,T);let A=t.render.frame;r[_.id]!==A&&(c(_),r[_.id]=A)}function l(_){let S=s.createBuffer(),v=_.__size,T=_.usage;return s.bindBuffer(s.UNIFORM_BUFFER,S),s.bufferData(s.UNIFORM_BUFFER,v,T),s.bindBuffer(s.UNIFORM_BUFFER,null),S}function c(_){let S=n[_.id],v=_.uniforms,T=_.__cache;s.bindBuffer(s.UNIFORM_BUFFER,S);for(let A=0,x=v.length;A<x;A++){let w=v[A];if(Array.isArray(w))for(let L=0,C=w.length;L<C;L++)h(w[L],A,L,T);else h(w,A,0,T)}s.bindBuffer(s.UNIFORM_BUFFER,null)}function h(_,S,v,T){if(u(_,S,v,T)===!0){let A=_.__offset,x=_.value;if(Array.isArray(x)){let w=0;for(let L=0;L<x.length;L++){let C=x[L],D=y(C,!0);d(C,_.__data,w),w+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else d(x,_.__data,0);s.bufferSubData(s.UNIFORM_BUFFER,A,_.__data)}}function d(_,S,v){typeof _=="number"||typeof _=="boolean"?S[v]=_:_.isMatrix3?(S[v]=_.elements[0],S[v+1]=_.elements[1],S[v+2]=_.elements[2],S[v+3]=0,S[v+4]=_.elements[3],S[v+5]=_.elements[4],S[v+6]=_.elements[5],S[v+7]=0,S[v+8]=_.elements[6],S[v+9]=_.elements[7],S[v+10]=_.elements[8],S[v+11]=0):ArrayBuffer.isView(_)?S.set(_.subarray(0,S.length-v),v):_.toArray(S,v)}function u(_,S,v,T){let A=_.value,x=S+"_"+v;if(Array.isArray(A)){T[x]===void 0&&(T[x]=[]);let w=T[x],L=!1;for(let C=0;C<A.length;C++)f(A[C],w,C)===!0&&(L=!0);return L}return f(A,T,x)}function f(_,S,v){if(S[v]===void 0)return typeof _=="number"||typeof _=="boolean"?S[v]=_:ArrayBuffer.isView(_)?S[v]=_.slice():S[v]=_.clone(),!0;{let T=S[v];if(typeof _=="number"||typeof _=="boolean"){if(T!==_)return S[v]=_,!0}else{if(ArrayBuffer.isView(_))return!0;if(T.equals(_)===!1)return T.copy(_),!0}}return!1}function p(_){let S=_.uniforms,v=0,T=16;for(let x=0,w=S.length;x<w;x++){let L=Array.isArray(S[x])?S[x]:[S[x]];for(let C=0,D=L.length;C<D;C++){let U=L[C],F=Array.isArray(U.value)?U.value:[U.value],I=Array.isArray(S[x])||Array.isArray(U.value),z=v;for(let V=0,Q=F.length;V<Q;V++){let H=F[V],Z=y(H,I),tt=v%T,yt=tt%Z.boundary,Rt=tt+yt;v+=yt,Rt!==0&&T-Rt<Z.storage&&(v+=T-Rt),V===0&&(z=v),v+=Z.storage}let W=U.type==="int"?Int32Array:U.type==="uint"?Uint32Array:Float32Array;U.__data=new W((v-z)/Float32Array.BYTES_PER_ELEMENT),U.__offset=z}}let A=v%T;return A>0&&(v+=T-A),_.__size=v,_.__cache={},this}function y(_,S){let v={boundary:0,storage:0};return typeof _=="number"||typeof _=="boolean"?(v.boundary=4,v.storage=4):_.isVector2?(v.boundary=8,v.storage=8):_.isVector3||_.isColor?(v.boundary=16,v.storage=12):_.isVector4?(v.boundary=16,v.storage=16):_.isMatrix3?(v.boundary=16,v.storage=48):_.isMatrix4?(v.boundary=16,v.storage=64):_.isTexture?It("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(_)?(v.boundary=16,v.storage=_.byteLength):It("WebGLRenderer: Unsupported uniform value type.",_),S===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function m(_){let S=_.target;S.removeEventListener("dispose",m),s.deleteBuffer(n[S.id]),delete n[S.id],delete r[S.id]}function g(){for(let _ in n)s.deleteBuffer(n[_]);n={},r={}}return{bind:a,update:o,dispose:g}}var Iv=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ji=null;function Pv(){return Ji===null&&(Ji=new Ci(Iv,16,16,Zi,yi),Ji.name="DFG_LUT",Ji.minFilter=Zt,Ji.magFilter=Zt,Ji.wrapS=Wi,Ji.wrapT=Wi,Ji.generateMipmaps=!1,Ji.needsUpdate=!0),Ji}var ll=class{constructor(t={}){let{canvas:e=$d(),context:i=null,depth:n=!0,stencil:r=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:f=be}=t;this.isWebGLRenderer=!0;let p;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=i.getContextAttributes().alpha}else p=a;let y=f,m=new Set([Ro,Eo,To]),g=new Set([be,Fi,Bs,ts,wo,Ao]),_=new Uint32Array(4),S=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},T=null,A=null,x=[],w=[],L=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Yi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let C=this,D=!1,U=null,F=null,I=null,z=null;this._outputColorSpace=pi;let W=0,V=0,Q=null,H=-1,Z=null,tt=new ce,yt=new ce,Rt=null,$=new _t(0),at=0,vt=e.width,wt=e.height,pt=1,Dt=null,ge=null,Pt=new ce(0,0,vt,wt),re=new ce(0,0,vt,wt),oe=!1,Xt=new $n,Ve=new Ya,Ie=!1,si=!1,xe=new Qt,Vi=new E,Oe=new ce,bi={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},wi=!1;function Ai(){return Q===null?pt:1}let O=i;function Ti(b,N){return e.getContext(b,N)}let fe,pe,ft,Pe,Lt,Ot,R,M,k,et,j,st,ut,Y,J,ot,P,K,q,lt,nt,rt,Tt;try{let b={alpha:!0,depth:n,stencil:r,antialias:o,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ct,!1),e.addEventListener("webglcontextrestored",Bt,!1),e.addEventListener("webglcontextcreationerror",mt,!1),O===null){let N="webgl2";if(O=Ti(N,b),O===null)throw Ti(N)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}kt()}catch(b){throw e.removeEventListener("webglcontextlost",Ct,!1),e.removeEventListener("webglcontextrestored",Bt,!1),e.removeEventListener("webglcontextcreationerror",mt,!1),Nt("WebGLRenderer: "+b.message),b}function kt(){fe=new V_(O),fe.init(),nt=new wv(O,fe),pe=new P_(O,fe,t,nt),ft=new Sv(O,fe),pe.reversedDepthBuffer&&u&&ft.buffers.depth.setReversed(!0),F=O.createFramebuffer(),I=O.createFramebuffer(),z=O.createFramebuffer(),Pe=new X_(O),Lt=new lv,Ot=new bv(O,fe,ft,Lt,pe,nt,Pe),R=new G_(C),M=new $g(O),rt=new C_(O,M),k=new H_(O,M,Pe,rt),et=new $_(O,k,M,rt,Pe),K=new q_(O,pe,Ot),J=new L_(Lt),j=new ov(C,R,fe,pe,rt,J),st=new Rv(C,Lt),ut=new hv,Y=new gv(fe),P=new R_(C,R,ft,et,p,l),ot=new Mv(C,et,pe),Tt=new Cv(O,Pe,pe,ft),q=new I_(O,fe,Pe),lt=new W_(O,fe,Pe),Pe.programs=j.programs,C.capabilities=pe,C.extensions=fe,C.properties=Lt,C.renderLists=ut,C.shadowMap=ot,C.state=ft,C.info=Pe}y!==be&&(L=new Z_(y,e.width,e.height,o,n,r));let it=new Zh(C,O);this.xr=it,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let b=fe.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=fe.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return pt},this.setPixelRatio=function(b){b!==void 0&&(pt=b,this.setSize(vt,wt,!1))},this.getSize=function(b){return b.set(vt,wt)},this.setSize=function(b,N,X=!0){if(it.isPresenting){It("WebGLRenderer: Can't change size while VR device is presenting.");return}vt=b,wt=N,e.width=Math.floor(b*pt),e.height=Math.floor(N*pt),X===!0&&(e.style.width=b+"px",e.style.height=N+"px"),L!==null&&L.setSize(e.width,e.height),this.setViewport(0,0,b,N)},this.getDrawingBufferSize=function(b){return b.set(vt*pt,wt*pt).floor()},this.setDrawingBufferSize=function(b,N,X){vt=b,wt=N,pt=X,e.width=Math.floor(b*X),e.height=Math.floor(N*X),this.setViewport(0,0,b,N)},this.setEffects=function(b){if(y===be){Nt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let N=0;N<b.length;N++)if(b[N].isOutputPass===!0){It("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}L.setEffects(b||[])},this.getCurrentViewport=function(b){return b.copy(tt)},this.getViewport=function(b){return b.copy(Pt)},this.setViewport=function(b,N,X,B){b.isVector4?Pt.set(b.x,b.y,b.z,b.w):Pt.set(b,N,X,B),ft.viewport(tt.copy(Pt).multiplyScalar(Ai()).round())},this.getScissor=function(b){return b.copy(re)},this.setScissor=function(b,N,X,B){b.isVector4?re.set(b.x,b.y,b.z,b.w):re.set(b,N,X,B),ft.scissor(yt.copy(re).multiplyScalar(Ai()).round())},this.getScissorTest=function(){return oe},this.setScissorTest=function(b){ft.setScissorTest(oe=b)},this.setOpaqueSort=function(b){Dt=b},this.setTransparentSort=function(b){ge=b},this.getClearColor=function(b){return b.copy(P.getClearColor())},this.setClearColor=function(){P.setClearColor(...arguments)},this.getClearAlpha=function(){return P.getClearAlpha()},this.setClearAlpha=function(){P.setClearAlpha(...arguments)},this.clear=function(b=!0,N=!0,X=!0){let B=0;if(b){let G=!1;if(Q!==null){let dt=Q.texture.format;G=m.has(dt)}if(G){let dt=Q.texture.type,Mt=g.has(dt),ct=P.getClearColor(),xt=P.getClearAlpha(),At=ct.r,Ft=ct.g,qt=ct.b;Mt?(_[0]=At,_[1]=Ft,_[2]=qt,_[3]=xt,O.clearBufferuiv(O.COLOR,0,_)):(S[0]=At,S[1]=Ft,S[2]=qt,S[3]=xt,O.clearBufferiv(O.COLOR,0,S))}else B|=O.COLOR_BUFFER_BIT}N&&(B|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),X&&(B|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),B!==0&&O.clear(B)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),U=b},this.dispose=function(){e.removeEventListener("webglcontextlost",Ct,!1),e.removeEventListener("webglcontextrestored",Bt,!1),e.removeEventListener("webglcontextcreationerror",mt,!1),P.dispose(),ut.dispose(),Y.dispose(),Ot.dispose(),Lt.dispose(),R.dispose(),et.dispose(),k.dispose(),rt.dispose(),Tt.dispose(),j.dispose(),it.dispose(),it.removeEventListener("sessionstart",Tu),it.removeEventListener("sessionend",Eu),Bn.stop()};function Ct(b){b.preventDefault(),Ph("WebGLRenderer: Context Lost."),D=!0}function Bt(){Ph("WebGLRenderer: Context Restored."),D=!1;let b=Pe.autoReset,N=ot.enabled,X=ot.autoUpdate,B=ot.needsUpdate,G=ot.type;kt(),Pe.autoReset=b,ot.enabled=N,ot.autoUpdate=X,ot.needsUpdate=B,ot.type=G}function mt(b){Nt("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function ae(b){let N=b.target;N.removeEventListener("dispose",ae),Fe(N)}function Fe(b){_n(b),Lt.remove(b)}function _n(b){let N=Lt.get(b).programs;N!==void 0&&(N.forEach(function(X){j.releaseProgram(X)}),b.isShaderMaterial&&j.releaseShaderCache(b))}this.renderBufferDirect=function(b,N,X,B,G,dt){N===null&&(N=bi);let Mt=G.isMesh&&G.matrixWorld.determinantAffine()<0,ct=bm(b,N,X,B,G);ft.setMaterial(B,Mt);let xt=X.index,At=1;if(B.wireframe===!0){if(xt=k.getWireframeAttribute(X),xt===void 0)return;At=2}let Ft=X.drawRange,qt=X.attributes.position,St=Ft.start*At,$t=(Ft.start+Ft.count)*At;dt!==null&&(St=Math.max(St,dt.start*At),$t=Math.min($t,(dt.start+dt.count)*At)),xt!==null?(St=Math.max(St,0),$t=Math.min($t,xt.count)):qt!=null&&(St=Math.max(St,0),$t=Math.min($t,qt.count));let Te=$t-St;if(Te<0||Te===1/0)return;rt.setup(G,B,ct,X,xt);let he,le=q;if(xt!==null&&(he=M.get(xt),le=lt,le.setIndex(he)),G.isMesh)B.wireframe===!0?(ft.setLineWidth(B.wireframeLinewidth*Ai()),le.setMode(O.LINES)):le.setMode(O.TRIANGLES);else if(G.isLine){let qe=B.linewidth;qe===void 0&&(qe=1),ft.setLineWidth(qe*Ai()),G.isLineSegments?le.setMode(O.LINES):G.isLineLoop?le.setMode(O.LINE_LOOP):le.setMode(O.LINE_STRIP)}else G.isPoints?le.setMode(O.POINTS):G.isSprite&&le.setMode(O.TRIANGLES);if(G.isBatchedMesh)if(fe.get("WEBGL_multi_draw"))le.renderMultiDraw(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount);else{let qe=G._multiDrawStarts,bt=G._multiDrawCounts,ti=G._multiDrawCount,ee=xt?M.get(xt).bytesPerElement:1,kn=Lt.get(B).currentProgram.getUniforms();for(let $e=0;$e<ti;$e++)kn.setValue(O,"_gl_DrawID",$e),le.render(qe[$e]/ee,bt[$e])}else if(G.isInstancedMesh)le.renderInstances(St,Te,G.count);else if(X.isInstancedBufferGeometry){let qe=X._maxInstanceCount!==void 0?X._maxInstanceCount:1/0,bt=Math.min(X.instanceCount,qe);le.renderInstances(St,Te,bt)}else le.render(St,Te)};function Au(b,N,X,B){U!==null&&b.isNodeMaterial&&U.setObject(B,b),Ie===!0&&J.setState(b,X,!1),b.transparent===!0&&b.side===we&&b.forceSinglePass===!1?(b.side=Le,b.needsUpdate=!0,Zs(b,N,B),b.side=ei,b.needsUpdate=!0,Zs(b,N,B),b.side=we):Zs(b,N,B)}this.compile=function(b,N,X=null){X===null&&(X=b),U!==null&&U.renderStart(b,N,X),A=Y.get(X),A.init(N),w.push(A),X.traverseVisible(function(G){G.isLight&&G.layers.test(N.layers)&&(A.pushLight(G),G.castShadow&&A.pushShadow(G))}),b!==X&&b.traverseVisible(function(G){G.isLight&&G.layers.test(N.layers)&&(A.pushLight(G),G.castShadow&&A.pushShadow(G))}),A.setupLights(),U!==null&&U.updateLights(A.state.lightsArray),si=this.localClippingEnabled,Ie=J.init(this.clippingPlanes,si),Ie===!0&&J.setGlobalState(this.clippingPlanes,N),U!==null&&ot.render(A.state.shadowsArray,X,N);let B=new Set;return b.traverse(function(G){if(!(G.isMesh||G.isPoints||G.isLine||G.isSprite))return;let dt=G.material;if(dt)if(Array.isArray(dt))for(let Mt=0;Mt<dt.length;Mt++){let ct=dt[Mt];Au(ct,X,N,G),B.add(ct)}else Au(dt,X,N,G),B.add(dt)}),A=w.pop(),U!==null&&U.renderEnd(),B},this.compileAsync=function(b,N,X=null){let B=this.compile(b,N,X);return new Promise(G=>{function dt(){if(B.forEach(function(Mt){let xt=Lt.get(Mt).currentProgram;(xt===void 0||xt.isReady())&&B.delete(Mt)}),B.size===0){G(b);return}setTimeout(dt,10)}fe.get("KHR_parallel_shader_compile")!==null?dt():setTimeout(dt,10)})};let bc=null;function Mm(b){bc&&bc(b)}function Tu(){Bn.stop()}function Eu(){Bn.start()}let Bn=new Cf;Bn.setAnimationLoop(Mm),typeof self<"u"&&Bn.setContext(self),this.setAnimationLoop=function(b){bc=b,it.setAnimationLoop(b),b===null?Bn.stop():Bn.start()},it.addEventListener("sessionstart",Tu),it.addEventListener("sessionend",Eu),this.render=function(b,N){if(N!==void 0&&N.isCamera!==!0){Nt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;U!==null&&U.renderStart(b,N);let X=it.enabled===!0&&it.isPresenting===!0,B=L!==null&&(Q===null||X)&&L.begin(C,Q);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),N.parent===null&&N.matrixWorldAutoUpdate===!0&&N.updateMatrixWorld(),it.enabled===!0&&it.isPresenting===!0&&(L===null||L.isCompositing()===!1)&&(it.cameraAutoUpdate===!0&&it.updateCamera(N),N=it.getCamera()),b.isScene===!0&&b.onBeforeRender(C,b,N,Q),A=Y.get(b,w.length),A.init(N),A.state.textureUnits=Ot.getTextureUnits(),w.push(A),xe.multiplyMatrices(N.projectionMatrix,N.matrixWorldInverse),N.isArrayCamera?Ve.setFromArrayCamera(N):Xt.setFromProjectionMatrix(xe,Ri,N.reversedDepth),si=this.localClippingEnabled,Ie=J.init(this.clippingPlanes,si),T=ut.get(b,x.length),T.init(),x.push(T),this.info.render.frame++,it.enabled===!0&&it.isPresenting===!0){let Mt=C.xr.getDepthSensingMesh();Mt!==null&&wc(Mt,N,-1/0,C.sortObjects)}wc(b,N,0,C.sortObjects),T.finish(),U!==null&&U.updateLights(A.state.lightsArray),C.sortObjects===!0&&T.sort(Dt,ge),wi=it.enabled===!1||it.isPresenting===!1||it.hasDepthSensing()===!1,wi&&P.addToRenderList(T,b),this.info.autoReset===!0&&this.info.reset(),Ie===!0&&J.beginShadows();let G=A.state.shadowsArray;if(ot.render(G,b,N),Ie===!0&&J.endShadows(),(B&&L.hasRenderPass())===!1){let Mt=T.opaque,ct=T.transmissive;if(A.setupLights(),N.isArrayCamera){let xt=N.cameras;if(ct.length>0)for(let At=0,Ft=xt.length;At<Ft;At++){let qt=xt[At];Cu(Mt,ct,b,qt)}wi&&P.render(b);for(let At=0,Ft=xt.length;At<Ft;At++){let qt=xt[At];Ru(T,b,qt,qt.viewport)}}else ct.length>0&&Cu(Mt,ct,b,N),wi&&P.render(b),Ru(T,b,N)}Q!==null&&V===0&&(Ot.updateMultisampleRenderTarget(Q),Ot.updateRenderTargetMipmap(Q)),B&&L.end(C),b.isScene===!0&&b.onAfterRender(C,b,N),rt.resetDefaultState(),H=-1,Z=null,w.pop(),w.length>0?(A=w[w.length-1],Ot.setTextureUnits(A.state.textureUnits),Ie===!0&&J.setGlobalState(C.clippingPlanes,A.state.camera)):A=null,x.pop(),x.length>0?T=x[x.length-1]:T=null,U!==null&&U.renderEnd()};function wc(b,N,X,B){if(b.visible===!1)return;if(b.layers.test(N.layers)){if(b.isGroup)X=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(N);else if(b.isLight)A.pushLight(b),b.castShadow&&A.pushShadow(b);else if(b.isSprite){let Mt=N.isArrayCamera?Ve:Xt;if(!b.frustumCulled||b.intersectsFrustum(Mt)){B&&Oe.setFromMatrixPosition(b.matrixWorld).applyMatrix4(xe);let ct=et.update(b),xt=b.material;xt.visible&&T.push(b,ct,xt,X,Oe.z,null,N)}}else if(b.isMesh||b.isLine||b.isPoints){let Mt=N.isArrayCamera?Ve:Xt;if(!b.frustumCulled||b.intersectsFrustum(Mt)){let ct=et.update(b),xt=b.material;if(B&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),Oe.copy(b.boundingSphere.center)):(ct.boundingSphere===null&&ct.computeBoundingSphere(),Oe.copy(ct.boundingSphere.center)),Oe.applyMatrix4(b.matrixWorld).applyMatrix4(xe)),Array.isArray(xt)){let At=ct.groups;for(let Ft=0,qt=At.length;Ft<qt;Ft++){let St=At[Ft],$t=xt[St.materialIndex];$t&&$t.visible&&T.push(b,ct,$t,X,Oe.z,St,N)}}else xt.visible&&T.push(b,ct,xt,X,Oe.z,null,N)}}}let dt=b.children;for(let Mt=0,ct=dt.length;Mt<ct;Mt++)wc(dt[Mt],N,X,B)}function Ru(b,N,X,B){let{opaque:G,transmissive:dt,transparent:Mt}=b;A.setupLightsView(X),Ie===!0&&J.setGlobalState(C.clippingPlanes,X),B&&ft.viewport(tt.copy(B)),G.length>0&&la(G,N,X),dt.length>0&&la(dt,N,X),Mt.length>0&&la(Mt,N,X),ft.buffers.depth.setTest(!0),ft.buffers.depth.setMask(!0),ft.buffers.color.setMask(!0),ft.setPolygonOffset(!1)}function Cu(b,N,X,B){if((X.isScene===!0?X.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[B.id]===void 0){let St=fe.has("EXT_color_buffer_half_float")||fe.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[B.id]=new Se(1,1,{generateMipmaps:!0,type:St?yi:be,minFilter:fn,samples:Math.max(4,pe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Yt.workingColorSpace})}let dt=A.state.transmissionRenderTarget[B.id],Mt=B.viewport||tt;dt.setSize(Mt.z*C.transmissionResolutionScale,Mt.w*C.transmissionResolutionScale);let ct=C.getRenderTarget(),xt=C.getActiveCubeFace(),At=C.getActiveMipmapLevel();C.setRenderTarget(dt),C.getClearColor($),at=C.getClearAlpha(),at<1&&C.setClearColor(16777215,.5),C.clear(),wi&&P.render(X);let Ft=C.toneMapping;C.toneMapping=Yi;let qt=B.viewport;if(B.viewport!==void 0&&(B.viewport=void 0),A.setupLightsView(B),Ie===!0&&J.setGlobalState(C.clippingPlanes,B),la(b,X,B),Ot.updateMultisampleRenderTarget(dt),Ot.updateRenderTargetMipmap(dt),fe.has("WEBGL_multisampled_render_to_texture")===!1){let St=!1;for(let $t=0,Te=N.length;$t<Te;$t++){let he=N[$t],{object:le,geometry:qe,material:bt,group:ti}=he;if(bt.side===we&&le.layers.test(B.layers)){let ee=bt.side;bt.side=Le,bt.needsUpdate=!0,Iu(le,X,B,qe,bt,ti),bt.side=ee,bt.needsUpdate=!0,St=!0}}St===!0&&(Ot.updateMultisampleRenderTarget(dt),Ot.updateRenderTargetMipmap(dt))}C.setRenderTarget(ct,xt,At),C.setClearColor($,at),qt!==void 0&&(B.viewport=qt),C.toneMapping=Ft}function la(b,N,X){let B=N.isScene===!0?N.overrideMaterial:null;for(let G=0,dt=b.length;G<dt;G++){let Mt=b[G],{object:ct,geometry:xt,group:At}=Mt,Ft=Mt.material;Ft.allowOverride===!0&&B!==null&&(Ft=B),ct.layers.test(X.layers)&&Iu(ct,N,X,xt,Ft,At)}}function Iu(b,N,X,B,G,dt){U!==null&&G.isNodeMaterial&&U.setObject(b,G),b.onBeforeRender(C,N,X,B,G,dt),b.modelViewMatrix.multiplyMatrices(X.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),G.onBeforeRender(C,N,X,B,b,dt),G.transparent===!0&&G.side===we&&G.forceSinglePass===!1?(G.side=Le,G.needsUpdate=!0,C.renderBufferDirect(X,N,B,G,b,dt),G.side=ei,G.needsUpdate=!0,C.renderBufferDirect(X,N,B,G,b,dt),G.side=we):C.renderBufferDirect(X,N,B,G,b,dt),b.onAfterRender(C,N,X,B,G,dt)}function Pu(b){let N=0;for(let X of b)X.texture!==null&&N++;return N}function Zs(b,N,X){N.isScene!==!0&&(N=bi);let B=Lt.get(b),G=A.state.lights,dt=A.state.shadowsArray,Mt=G.state.version,ct=j.getParameters(b,G.state,dt,N,X,A.state.lightProbeGridArray),xt=j.getProgramCacheKey(ct),At=B.programs;B.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?N.environment:null,B.fog=N.fog;let Ft=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;B.envMap=R.get(b.envMap||B.environment,Ft),B.envMapRotation=B.environment!==null&&b.envMap===null?N.environmentRotation:b.envMapRotation,At===void 0&&(b.addEventListener("dispose",ae),At=new Map,B.programs=At,B.programVariants=new Map);let qt=At.get(xt);if(qt!==void 0){if(B.currentProgram===qt&&B.lightsStateVersion===Mt)return Du(b,ct),qt}else ct.uniforms=j.getUniforms(b),U!==null&&b.isNodeMaterial&&U.build(b,X,ct),b.onBeforeCompile(ct,C),qt=j.acquireProgram(ct,xt),At.set(xt,qt),B.uniforms=ct.uniforms;let St=B.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(St.clippingPlanes=J.uniform),Du(b,ct),B.needsLights=Am(b),B.lightsStateVersion=Mt,B.needsLights&&(St.ambientLightColor.value=G.state.ambient,St.lightProbe.value=G.state.probe,St.sunLights.value=G.state.sun,St.sunLightShadows.value=G.state.sunShadow,St.directionalLights.value=G.state.directional,St.directionalLightShadows.value=G.state.directionalShadow,St.spotLights.value=G.state.spot,St.spotLightShadows.value=G.state.spotShadow,St.rectAreaLights.value=G.state.rectArea,St.ltc_1.value=G.state.rectAreaLTC1,St.ltc_2.value=G.state.rectAreaLTC2,St.pointLights.value=G.state.point,St.pointLightShadows.value=G.state.pointShadow,St.hemisphereLights.value=G.state.hemi,St.sunShadowMatrix.value=G.state.sunShadowMatrix,St.sunShadowCascade.value=G.state.sunShadowCascade,St.directionalShadowMatrix.value=G.state.directionalShadowMatrix,St.spotLightMatrix.value=G.state.spotLightMatrix,St.spotLightMap.value=G.state.spotLightMap,St.pointShadowMatrix.value=G.state.pointShadowMatrix),B.numLightProbeGrids=Pu(A.state.lightProbeGridArray),B.currentProgram=qt,B.uniformsList=null,qt}function Sm(b,N,X,B,G){let dt=Lt.get(b),Mt=dt.currentProgram.id+","+B+","+G,ct=dt.programVariants.get(Mt);return ct===void 0?(ct=Zs(b,N,X),dt.programVariants.set(Mt,ct)):(dt.currentProgram=ct,dt.uniformsList=null,dt.outputColorSpace=B,dt.toneMapping=G),ct}function Lu(b){if(b.uniformsList===null){let N=b.currentProgram.getUniforms();b.uniformsList=ks.seqWithValue(N.seq,b.uniforms)}return b.uniformsList}function Du(b,N){let X=Lt.get(b);X.outputColorSpace=N.outputColorSpace,X.batching=N.batching,X.batchingColor=N.batchingColor,X.instancing=N.instancing,X.instancingColor=N.instancingColor,X.instancingMorph=N.instancingMorph,X.skinning=N.skinning,X.morphTargets=N.morphTargets,X.morphNormals=N.morphNormals,X.morphColors=N.morphColors,X.morphTargetsCount=N.morphTargetsCount,X.numClippingPlanes=N.numClippingPlanes,X.numIntersection=N.numClipIntersection,X.vertexAlphas=N.vertexAlphas,X.vertexTangents=N.vertexTangents,X.toneMapping=N.toneMapping}function bm(b,N,X,B,G){N.isScene!==!0&&(N=bi),Ot.resetTextureUnits();let dt=N.fog,Mt=B.isMeshStandardMaterial||B.isMeshLambertMaterial||B.isMeshPhongMaterial?N.environment:null,ct=Q===null?C.outputColorSpace:Q.isXRRenderTarget===!0?Q.texture.colorSpace:Yt.workingColorSpace,xt=B.isMeshStandardMaterial||B.isMeshLambertMaterial&&!B.envMap||B.isMeshPhongMaterial&&!B.envMap,At=R.get(B.envMap||Mt,xt),Ft=B.vertexColors===!0&&!!X.attributes.color&&X.attributes.color.itemSize===4,qt=!!X.attributes.tangent&&(!!B.normalMap||B.anisotropy>0),St=!!X.morphAttributes.position,$t=!!X.morphAttributes.normal,Te=!!X.morphAttributes.color,he=Yi;B.toneMapped&&(Q===null||Q.isXRRenderTarget===!0)&&(he=C.toneMapping);let le=X.morphAttributes.position||X.morphAttributes.normal||X.morphAttributes.color,qe=le!==void 0?le.length:0,bt=Lt.get(B),ti=A.state.lights;if(Ie===!0&&(si===!0||b!==Z)){let _e=b===Z&&B.id===H;J.setState(B,b,_e)}let ee=!1,kn=!1;B.version===bt.__version?bt.needsLights&&bt.lightsStateVersion!==ti.state.version||G.isBatchedMesh&&bt.batching===!1||!G.isBatchedMesh&&bt.batching===!0||G.isBatchedMesh&&bt.batchingColor===!0&&G._colorsTexture===null||G.isBatchedMesh&&bt.batchingColor===!1&&G._colorsTexture!==null||G.isInstancedMesh&&bt.instancing===!1||!G.isInstancedMesh&&bt.instancing===!0||G.isSkinnedMesh&&bt.skinning===!1||!G.isSkinnedMesh&&bt.skinning===!0||G.isInstancedMesh&&bt.instancingColor===!0&&G.instanceColor===null||G.isInstancedMesh&&bt.instancingColor===!1&&G.instanceColor!==null||G.isInstancedMesh&&bt.instancingMorph===!0&&G.morphTexture===null||G.isInstancedMesh&&bt.instancingMorph===!1&&G.morphTexture!==null||bt.envMap!==At||B.fog===!0&&bt.fog!==dt||bt.numClippingPlanes!==void 0&&(bt.numClippingPlanes!==J.numPlanes||bt.numIntersection!==J.numIntersection)||bt.vertexAlphas!==Ft||bt.vertexTangents!==qt||bt.morphTargets!==St||bt.morphNormals!==$t||bt.morphColors!==Te||bt.morphTargetsCount!==qe||bt.numLightProbeGrids!==Pu(A.state.lightProbeGridArray)?ee=!0:(bt.outputColorSpace!==ct||bt.toneMapping!==he)&&(kn=!0):(ee=!0,bt.__version=B.version);let $e=bt.currentProgram;(ee===!0||kn===!0)&&($e=kn===!0?Sm(B,N,G,ct,he):Zs(B,N,G),U&&B.isNodeMaterial&&U.onUpdateProgram(B,$e,bt));let ca=!1,yn=!1,zn=!1,jt=$e.getUniforms(),He=bt.uniforms;if(ft.useProgram($e.program)&&(ca=!0,yn=!0,zn=!0),B.id!==H&&(H=B.id,yn=!0),ca||Z!==b){ft.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),jt.setValue(O,"projectionMatrix",b.projectionMatrix),jt.setValue(O,"viewMatrix",b.matrixWorldInverse);let Be=jt.map.cameraPosition;Be!==void 0&&Be.setValue(O,Vi.setFromMatrixPosition(b.matrixWorld)),pe.logarithmicDepthBuffer&&jt.setValue(O,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(B.isMeshPhongMaterial||B.isMeshToonMaterial||B.isMeshLambertMaterial||B.isMeshBasicMaterial||B.isMeshStandardMaterial||B.isShaderMaterial)&&jt.setValue(O,"isOrthographic",b.isOrthographicCamera===!0),Z!==b&&(Z=b,yn=!0,zn=!0)}if(bt.needsLights&&(ti.state.sunShadowMap.length>0&&jt.setValue(O,"sunShadowMap",ti.state.sunShadowMap,Ot),ti.state.directionalShadowMap.length>0&&jt.setValue(O,"directionalShadowMap",ti.state.directionalShadowMap,Ot),ti.state.spotShadowMap.length>0&&jt.setValue(O,"spotShadowMap",ti.state.spotShadowMap,Ot),ti.state.pointShadowMap.length>0&&jt.setValue(O,"pointShadowMap",ti.state.pointShadowMap,Ot)),G.isSkinnedMesh){jt.setOptional(O,G,"bindMatrix"),jt.setOptional(O,G,"bindMatrixInverse");let _e=G.skeleton;_e&&(_e.boneTexture===null&&_e.computeBoneTexture(),jt.setValue(O,"boneTexture",_e.boneTexture,Ot))}G.isBatchedMesh&&(jt.setOptional(O,G,"batchingTexture"),jt.setValue(O,"batchingTexture",G._matricesTexture,Ot),jt.setOptional(O,G,"batchingIdTexture"),jt.setValue(O,"batchingIdTexture",G._indirectTexture,Ot),jt.setOptional(O,G,"batchingColorTexture"),G._colorsTexture!==null&&jt.setValue(O,"batchingColorTexture",G._colorsTexture,Ot));let Li=X.morphAttributes;if((Li.position!==void 0||Li.normal!==void 0||Li.color!==void 0)&&K.update(G,X,$e),(yn||bt.receiveShadow!==G.receiveShadow)&&(bt.receiveShadow=G.receiveShadow,jt.setValue(O,"receiveShadow",G.receiveShadow)),(B.isMeshStandardMaterial||B.isMeshLambertMaterial||B.isMeshPhongMaterial)&&B.envMap===null&&N.environment!==null&&(He.envMapIntensity.value=N.environmentIntensity),He.dfgLUT!==void 0&&(He.dfgLUT.value=Pv()),yn){if(jt.setValue(O,"toneMappingExposure",C.toneMappingExposure),bt.needsLights&&wm(He,zn),dt&&B.fog===!0&&st.refreshFogUniforms(He,dt),st.refreshMaterialUniforms(He,B,pt,wt,A.state.transmissionRenderTarget[b.id]),bt.needsLights&&bt.numLightProbeGrids>0){let _e=v,Be=0;for(let Qi of A.state.lightProbeGridArray)Qi.texture!==null&&(_e.textures[Be]=Qi.texture,_e.min[Be]=Qi.boundingBox.min,_e.max[Be]=Qi.boundingBox.max,_e.resolution[Be]=Qi.resolution,Be++);for(let Qi in _e)_e[Qi].length=Be;He.probesSH.value=_e.textures,He.probesMin.value=_e.min,He.probesMax.value=_e.max,He.probesResolution.value=_e.resolution}ks.upload(O,Lu(bt),He,Ot)}if(B.isShaderMaterial&&B.uniformsNeedUpdate===!0&&(ks.upload(O,Lu(bt),He,Ot),B.uniformsNeedUpdate=!1),B.isSpriteMaterial&&jt.setValue(O,"center",G.center),jt.setValue(O,"modelViewMatrix",G.modelViewMatrix),jt.setValue(O,"normalMatrix",G.normalMatrix),jt.setValue(O,"modelMatrix",G.matrixWorld),B.uniformsGroups!==void 0){let _e=B.uniformsGroups;for(let Be=0,Qi=_e.length;Be<Qi;Be++){let Uu=_e[Be];Tt.update(Uu,$e),Tt.bind(Uu,$e)}}return $e}function wm(b,N){b.ambientLightColor.needsUpdate=N,b.lightProbe.needsUpdate=N,b.sunLights.needsUpdate=N,b.sunLightShadows.needsUpdate=N,b.directionalLights.needsUpdate=N,b.directionalLightShadows.needsUpdate=N,b.pointLights.needsUpdate=N,b.pointLightShadows.needsUpdate=N,b.spotLights.needsUpdate=N,b.spotLightShadows.needsUpdate=N,b.rectAreaLights.needsUpdate=N,b.hemisphereLights.needsUpdate=N}function Am(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return W},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return Q},this.setRenderTargetTextures=function(b,N,X){let B=Lt.get(b);B.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,B.__autoAllocateDepthBuffer===!1&&(B.__useRenderToTexture=!1),Lt.get(b.texture).__webglTexture=N,Lt.get(b.depthTexture).__webglTexture=B.__autoAllocateDepthBuffer?void 0:X,B.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,N){let X=Lt.get(b);X.__webglFramebuffer=N,X.__useDefaultFramebuffer=N===void 0},this.setRenderTarget=function(b,N=0,X=0){Q=b,W=N,V=X;let B=null,G=!1,dt=!1;if(b){let ct=Lt.get(b);if(ct.__useDefaultFramebuffer!==void 0){ft.bindFramebuffer(O.FRAMEBUFFER,ct.__webglFramebuffer),tt.copy(b.viewport),yt.copy(b.scissor),Rt=b.scissorTest,ft.viewport(tt),ft.scissor(yt),ft.setScissorTest(Rt),H=-1;return}else if(ct.__webglFramebuffer===void 0)Ot.setupRenderTarget(b);else if(ct.__hasExternalTextures)Ot.rebindTextures(b,Lt.get(b.texture).__webglTexture,Lt.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let Ft=b.depthTexture;if(ct.__boundDepthTexture!==Ft){if(Ft!==null&&Lt.has(Ft)&&(b.width!==Ft.image.width||b.height!==Ft.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ot.setupDepthRenderbuffer(b)}}let xt=b.texture;(xt.isData3DTexture||xt.isDataArrayTexture||xt.isCompressedArrayTexture)&&(dt=!0);let At=Lt.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(At[N])?B=At[N][X]:B=At[N],G=!0):b.samples>0&&Ot.useMultisampledRTT(b)===!1?B=Lt.get(b).__webglMultisampledFramebuffer:Array.isArray(At)?B=At[X]:B=At,tt.copy(b.viewport),yt.copy(b.scissor),Rt=b.scissorTest}else tt.copy(Pt).multiplyScalar(pt).floor(),yt.copy(re).multiplyScalar(pt).floor(),Rt=oe;if(X!==0&&(B=F),ft.bindFramebuffer(O.FRAMEBUFFER,B)&&ft.drawBuffers(b,B),ft.viewport(tt),ft.scissor(yt),ft.setScissorTest(Rt),G){let ct=Lt.get(b.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+N,ct.__webglTexture,X)}else if(dt){let ct=N;for(let xt=0;xt<b.textures.length;xt++){let At=Lt.get(b.textures[xt]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+xt,At.__webglTexture,X,ct)}}else if(b!==null&&X!==0){let ct=Lt.get(b.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,ct.__webglTexture,X)}H=-1};function Nu(b){let N=Lt.get(b);return(N.__readFormat!==b.format||N.__readType!==b.type)&&(N.__readFormat=b.format,N.__readType=b.type,N.__formatReadable=pe.textureFormatReadable(b.format),N.__typeReadable=pe.textureTypeReadable(b.type)),N}this.readRenderTargetPixels=function(b,N,X,B,G,dt,Mt,ct=0){if(!(b&&b.isWebGLRenderTarget)){Nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let xt=Lt.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Mt!==void 0&&(xt=xt[Mt],Array.isArray(xt)&&(xt=xt[0])),xt){ft.bindFramebuffer(O.FRAMEBUFFER,xt);try{let At=b.textures[ct],Ft=At.format,qt=At.type;b.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+ct);let St=Nu(At);if(St.__formatReadable===!1){Nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(St.__typeReadable===!1){Nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}N>=0&&N<=b.width-B&&X>=0&&X<=b.height-G&&O.readPixels(N,X,B,G,nt.convert(Ft),nt.convert(qt),dt)}finally{let At=Q!==null?Lt.get(Q).__webglFramebuffer:null;ft.bindFramebuffer(O.FRAMEBUFFER,At)}}},this.readRenderTargetPixelsAsync=async function(b,N,X,B,G,dt,Mt,ct=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let xt=Lt.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Mt!==void 0&&(xt=xt[Mt],Array.isArray(xt)&&(xt=xt[0])),xt)if(N>=0&&N<=b.width-B&&X>=0&&X<=b.height-G){ft.bindFramebuffer(O.FRAMEBUFFER,xt);let At=b.textures[ct],Ft=At.format,qt=At.type;b.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+ct);let St=Nu(At);if(St.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(St.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let $t=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,$t),O.bufferData(O.PIXEL_PACK_BUFFER,dt.byteLength,O.STREAM_READ),O.readPixels(N,X,B,G,nt.convert(Ft),nt.convert(qt),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Te=Q!==null?Lt.get(Q).__webglFramebuffer:null;ft.bindFramebuffer(O.FRAMEBUFFER,Te);let he=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await Zd(O,he,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,$t),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,dt),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer($t),O.deleteSync(he),dt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,N=null,X=0){let B=Math.pow(2,-X),G=Math.floor(b.image.width*B),dt=Math.floor(b.image.height*B),Mt=N!==null?N.x:0,ct=N!==null?N.y:0;Ot.setTexture2D(b,0),O.copyTexSubImage2D(O.TEXTURE_2D,X,0,0,Mt,ct,G,dt),ft.unbindTexture()},this.copyTextureToTexture=function(b,N,X=null,B=null,G=0,dt=0){let Mt,ct,xt,At,Ft,qt,St,$t,Te,he=b.isCompressedTexture?b.mipmaps[dt]:b.image;if(X!==null)Mt=X.max.x-X.min.x,ct=X.max.y-X.min.y,xt=X.isBox3?X.max.z-X.min.z:1,At=X.min.x,Ft=X.min.y,qt=X.isBox3?X.min.z:0;else{let jt=Math.pow(2,-G);Mt=Math.floor(he.width*jt),ct=Math.floor(he.height*jt),b.isDataArrayTexture?xt=he.depth:b.isData3DTexture?xt=Math.floor(he.depth*jt):xt=1,At=0,Ft=0,qt=0}B!==null?(St=B.x,$t=B.y,Te=B.z):(St=0,$t=0,Te=0);let le=nt.convert(N.format),qe=nt.convert(N.type),bt;N.isData3DTexture?(Ot.setTexture3D(N,0),bt=O.TEXTURE_3D):N.isDataArrayTexture||N.isCompressedArrayTexture?(Ot.setTexture2DArray(N,0),bt=O.TEXTURE_2D_ARRAY):(Ot.setTexture2D(N,0),bt=O.TEXTURE_2D),ft.activeTexture(O.TEXTURE0),ft.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,N.flipY),ft.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,N.premultiplyAlpha),ft.pixelStorei(O.UNPACK_ALIGNMENT,N.unpackAlignment);let ti=ft.getParameter(O.UNPACK_ROW_LENGTH),ee=ft.getParameter(O.UNPACK_IMAGE_HEIGHT),kn=ft.getParameter(O.UNPACK_SKIP_PIXELS),$e=ft.getParameter(O.UNPACK_SKIP_ROWS),ca=ft.getParameter(O.UNPACK_SKIP_IMAGES);ft.pixelStorei(O.UNPACK_ROW_LENGTH,he.width),ft.pixelStorei(O.UNPACK_IMAGE_HEIGHT,he.height),ft.pixelStorei(O.UNPACK_SKIP_PIXELS,At),ft.pixelStorei(O.UNPACK_SKIP_ROWS,Ft),ft.pixelStorei(O.UNPACK_SKIP_IMAGES,qt);let yn=b.isDataArrayTexture||b.isData3DTexture,zn=N.isDataArrayTexture||N.isData3DTexture;if(b.isDepthTexture){let jt=Lt.get(b),He=Lt.get(N),Li=Lt.get(jt.__renderTarget),_e=Lt.get(He.__renderTarget);ft.bindFramebuffer(O.READ_FRAMEBUFFER,Li.__webglFramebuffer),ft.bindFramebuffer(O.DRAW_FRAMEBUFFER,_e.__webglFramebuffer);for(let Be=0;Be<xt;Be++)yn&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Lt.get(b).__webglTexture,G,qt+Be),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Lt.get(N).__webglTexture,dt,Te+Be)),O.blitFramebuffer(At,Ft,At+Mt,Ft+ct,St,$t,St+Mt,$t+ct,O.DEPTH_BUFFER_BIT,O.NEAREST);ft.bindFramebuffer(O.READ_FRAMEBUFFER,null),ft.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(G!==0||b.isRenderTargetTexture||Lt.has(b)){let jt=Lt.get(b),He=Lt.get(N);ft.bindFramebuffer(O.READ_FRAMEBUFFER,I),ft.bindFramebuffer(O.DRAW_FRAMEBUFFER,z);for(let Li=0;Li<xt;Li++)yn?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,jt.__webglTexture,G,qt+Li):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,jt.__webglTexture,G),zn?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,He.__webglTexture,dt,Te+Li):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,He.__webglTexture,dt),G!==0?O.blitFramebuffer(At,Ft,At+Mt,Ft+ct,St,$t,St+Mt,$t+ct,O.COLOR_BUFFER_BIT,O.NEAREST):zn?O.copyTexSubImage3D(bt,dt,St,$t,Te+Li,At,Ft,Mt,ct):O.copyTexSubImage2D(bt,dt,St,$t,At,Ft,Mt,ct);ft.bindFramebuffer(O.READ_FRAMEBUFFER,null),ft.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else zn?b.isDataTexture||b.isData3DTexture?O.texSubImage3D(bt,dt,St,$t,Te,Mt,ct,xt,le,qe,he.data):N.isCompressedArrayTexture?O.compressedTexSubImage3D(bt,dt,St,$t,Te,Mt,ct,xt,le,he.data):O.texSubImage3D(bt,dt,St,$t,Te,Mt,ct,xt,le,qe,he):b.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,dt,St,$t,Mt,ct,le,qe,he.data):b.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,dt,St,$t,he.width,he.height,le,he.data):O.texSubImage2D(O.TEXTURE_2D,dt,St,$t,Mt,ct,le,qe,he);ft.pixelStorei(O.UNPACK_ROW_LENGTH,ti),ft.pixelStorei(O.UNPACK_IMAGE_HEIGHT,ee),ft.pixelStorei(O.UNPACK_SKIP_PIXELS,kn),ft.pixelStorei(O.UNPACK_SKIP_ROWS,$e),ft.pixelStorei(O.UNPACK_SKIP_IMAGES,ca),dt===0&&N.generateMipmaps===!0&&N.mipmapsAutoUpdate===!0&&O.generateMipmap(bt),ft.unbindTexture()},this.initRenderTarget=function(b){Lt.get(b).__webglFramebuffer===void 0&&Ot.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?Ot.setTextureCube(b,0):b.isData3DTexture?Ot.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Ot.setTexture2DArray(b,0):Ot.setTexture2D(b,0),ft.unbindTexture()},this.resetState=function(){W=0,V=0,Q=null,ft.reset(),rt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ri}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Yt._getDrawingBufferColorSpace(t),e.unpackColorSpace=Yt._getUnpackColorSpace()}};var Zr=["","hit","missed"];var[Jh,Kh,zf,Lv,Gf]=[1,2,4,8,16],ns=class{constructor({number:t,controller:e,step:i=[],deviation:n=[],effort:r=[],error:a=0,total:o=0,marks:l=0,met:c=[]}){Object.assign(this,{number:t,controller:e,step:i,deviation:n,effort:r,error:a,total:o,marks:l}),this.met=c.map(h=>Zr[h]??""),this.most={deviation:Math.max(0,...n),effort:Math.max(0,...r)}}add(t){return this.marks|=t.marks,this.error=t.error,this.total=t.effort,this.met=t.targets.map(({outcome:e})=>e),this.put(t.step,t.deviation,t.effort)}put(t,e,i){return this.step.length&&t<=this.step.at(-1)?!1:(this.step.push(t),this.deviation.push(e),this.effort.push(i),this.most.deviation=Math.max(this.most.deviation,e),this.most.effort=Math.max(this.most.effort,i),!0)}get disturbed(){return(this.marks&(Jh|Kh))>0}worth(t){return(this.marks&Kh?2:this.marks&Jh?4:0)+(this.isWhole(t)&&!(this.marks&zf))}isWhole(t){return this.step[0]<=.05*t&&this.step.at(-1)>=(1-.05)*t}apart({steps:t,pushed:e}){let{marks:i}=this;return i&Kh?"by hand":i&(Lv|Gf)?i&Gf?"drawn path":"other cost":i&zf?"after a push":this.isWhole(t)?e&&!(i&Jh)?"no push":"":this.step[0]<=.05*t?"so far":"in part"}};var ul=class{constructor(t,e){Object.assign(this,{model:e,shown:t.muscles,each:t.alone.muscles,held:new Map})}hold(t,e){let{low:i,high:n}=this.shown[t],{control:r,size:a}=this.each[t],o=Math.min(Math.max(e,i),n);this.held.set(t,o),this.model.limits.fill(o/a,2*r,2*r+2)}letGo(t){let{control:e}=this.each[t],{limits:i,shipped:n}=this.model;this.held.delete(t),i.set(n.subarray(2*e,2*e+2),2*e)}letAllGo(){for(let t of[...this.held.keys()])this.letGo(t)}told(){let{exports:t,body:e}=this.model,i=this.model.numbers(t.model_driven_of(e),this.each.length);return this.each.map((n,r)=>({value:this.held.get(r)??i[r],held:this.held.has(r)}))}};var Ce=(s,t)=>s[0]*t[0]+s[1]*t[1]+s[2]*t[2],se=(s,t)=>[s[0]-t[0],s[1]-t[1],s[2]-t[2]],ii=s=>Math.sqrt(Ce(s,s)),vi=(s,t)=>[s[1]*t[2]-s[2]*t[1],s[2]*t[0]-s[0]*t[2],s[0]*t[1]-s[1]*t[0]];function Gs(s,t){let e=ii(s);return e>t?s.map(i=>i*t/e):[...s]}var Dv=.2,Nv=1e-12,We=(...s)=>s[0].map((t,e)=>s.reduce((i,n)=>i+n[e],0)),li=(s,t)=>s.map(e=>t*e),ze=(s,t)=>[0,3,6].map(e=>s[e]*t[0]+s[e+1]*t[1]+s[e+2]*t[2]),Mi=s=>[0,1,2].flatMap(t=>[s[t],s[t+3],s[t+6]]),ss=(s,t)=>Mi([0,1,2].flatMap(e=>ze(s,[t[e],t[e+3],t[e+6]])));function Hf(s,t,e){let[i,n,r]=s,a=[0,-r,n,r,0,-i,-n,i,0];return We([1,0,0,0,1,0,0,0,1],li(a,t),li(ss(a,a),e))}function jh(s){let t=s*s;if(s<Dv){let n=.5-t/24+t*t/720-t**3/40320,r=1/6-t/120+t*t/5040-t**3/362880;return[n,r,-1/12+t/180-t*t/6720,-1/60+t/1260-t*t/60480]}let e=(1-Math.cos(s))/t,i=(s-Math.sin(s))/s**3;return[e,i,(Math.sin(s)/s-2*e)/t,(e-3*i)/t]}function Qh(s){let[t,e]=jh(ii(s));return Hf(s,1-Ce(s,s)*e,t)}function dl(s){let t=s[0]+s[4]+s[8],e=[s[7]-s[5],s[2]-s[6],s[3]-s[1]],i=[1+t,...[s[0],s[4],s[8]].map(d=>1+2*d-t)],n=i.indexOf(Math.max(...i)),r=n-1,a=[i[0],...e];n>0&&(a=[e[r],...[0,1,2].map(d=>d===r?i[n]:s[3*r+d]+s[3*d+r])]);let o=(a[0]<0?-1:1)*Math.hypot(...a),[l,...c]=li(a,1/o),h=ii(c);return li(c,h<Nv?2:2*Math.atan2(h,l)/h)}function Wf(s){let[t,e]=jh(ii(s));return Hf(s,-t,e)}function Xf(s,t){let[,e,i,n]=jh(ii(s)),r=Ce(s,t),a=vi(s,t),o=vi(s,a);return We(li(a,-r*i),li(o,r*n),li(vi(t,a),e))}function Vf(s,t){let[e,i,n]=[0,1,2].map(a=>[s[a],s[a+3],s[a+6]]),r=Ce(e,vi(i,n));return[Ce(t,vi(i,n)),Ce(e,vi(t,n)),Ce(e,vi(i,t))].map(a=>a/r)}function qf(s,t){let e=[0,0,0];return{place:s,velocity:e,gain:e,rotation:t,spin:e,turn:e}}function tu(s,t){let e=ss(Mi(t.rotation),s.rotation),i=dl(e),n=ze(Mi(e),t.spin),r=Wf(i),a=se(s.spin,n),o=We(se(s.turn,ze(Mi(e),t.turn)),vi(a,n)),l=Vf(r,a),c=Vf(r,se(o,Xf(i,l)));return[["place","velocity","gain"].map(h=>se(s[h],t[h])),[i,l,c]]}function $f(s,[[t,e,i],[n,r,a]]){let o=Qh(n),l=Wf(n),c=ze(l,r),h=ze(Mi(o),s.spin),d=We(se(ze(Mi(o),s.turn),vi(c,h)),ze(l,a),Xf(n,r));return{place:We(s.place,t),velocity:We(s.velocity,e),gain:We(s.gain,i),rotation:ss(s.rotation,o),spin:We(h,c),turn:d}}function Yf([s,t,e],i,n){if(i>=1)return[0,0,0].map(()=>[0,0,0]);let r=i,a=s.map((o,l)=>{let c=n*t[l],h=n*n*e[l],d=-10*o-6*c-1.5*h,u=15*o+8*c+1.5*h,f=-6*o-3*c-.5*h;return[o+r*(c+r*(.5*h+r*(d+r*(u+r*f)))),(c+r*(h+r*(3*d+r*(4*u+r*5*f))))/n,(h+r*(6*d+r*(12*u+r*20*f)))/n**2]});return[0,1,2].map(o=>a.map(l=>l[o]))}var[Uv,Ov,Fv]=[.15,.6,.3],[Bv,kv]=[2,3],[zv,Gv]=[6,3],Vv=1e-9,Zf=13,eu=9,fl=class{constructor(t,e){let{size:i,dt:n,alone:{turn:r,handle:a}}=t;Object.assign(this,{model:e,size:i,dt:n,axes:r,...a,way:e.array("way"),inputs:e.array("carried"),move:null,byHand:!1})}pose(t){let e=[...this.way.subarray(Zf*t,Zf*(t+1))];return{place:e.slice(0,3),velocity:e.slice(3,6),quaternion:e.slice(6,10),spin:e.slice(10)}}motion(t,e,i,n,r){let{inputs:a,gravity:o}=this,l=[...a.subarray(eu*r,eu*(r+1))];return{place:t,velocity:e,gain:We(ze(i,se(l.slice(0,3),o)),o),rotation:i,spin:n??l.slice(3,6),turn:l.slice(6)}}along(t){let{place:e,velocity:i,quaternion:n,spin:r}=this.pose(t);return this.motion(e,i,Jf(n),r,Math.min(t,this.model.steps-1))}between(t){let e=Math.min(t,this.model.steps-1),{dt:i}=this,[n,r]=[this.pose(e),this.pose(e+1)],a=n.quaternion.reduce((h,d,u)=>h+d*r.quaternion[u],0)<0?-1:1,o=We(n.quaternion,li(r.quaternion,a)),l=We(li(We(n.place,r.place),.5),li(se(n.velocity,r.velocity),i/8)),c=se(li(se(r.place,n.place),1.5/i),li(We(n.velocity,r.velocity),.25));return this.motion(l,c,Jf(li(o,1/Math.hypot(...o))),null,e)}after(t,e){if(!this.move)return e;let{base:i,offset:n,over:r,taken:a}=this.move,o=(a+t)*this.dt/r;return $f(i??e,n.map(l=>Yf(l,o,r)))}get present(){return this.after(0,this.along(this.model.index))}begin(t,e){let i=Math.max(e,this.dt);this.move={base:t,offset:tu(this.present,t??this.along(this.model.index)),over:i,taken:0}}carry({to:t,turn:e}){let{present:i,size:n}=this,r=Mi(this.axes),a=ze(r,Gs(t,kv*n)),o=e?ze(r,Gs(e,Gv)):dl(i.rotation),l=Qh(o),c=dl(ss(Mi(i.rotation),l)),h=se(a,i.place);this.begin(qf(a,l),Math.max(Uv,ii(h)/(Bv*n),ii(c)/zv)),this.byHand=!0}leave(){this.move&&this.begin(null,Ov)}reset(){this.move=null,this.byHand=!1}goHome(){this.reset()}goRound(){if(this.move?.base)return;let t=tu(this.after(0,this.along(this.model.steps)),this.along(0));t.some(([i,n])=>[...i,...n].some(r=>Math.abs(r)>Vv))?this.move={base:null,offset:t,over:Fv,taken:0}:this.reset()}act(t){let{model:e,move:i,gravity:n}=this;if(!i)return!1;let{gain:r,rotation:a,spin:o,turn:l}=this.after(.5,this.between(t)),c=We(ze(Mi(a),se(r,n)),n);return e.numbers(e.exports.model_carry_of(e.body),eu).set([...c,...o,...l]),i.taken+=1,!i.base&&i.taken*this.dt>=i.over&&this.reset(),this.byHand}frame(){let{axes:t,pivot:e,present:{place:i,rotation:n}}=this;return{rotation:ss(ss(t,n),Mi(t)),origin:ze(t,se(We(i,e),ze(n,e)))}}poses(){let{rotation:t,origin:e}=this.frame();return[...e,...t]}within(t){let{rotation:e,origin:i}=this.frame();return ze(Mi(e),se(t,i))}own(t){return ze(Mi(this.frame().rotation),t)}placed(t){let{rotation:e,origin:i}=this.frame();return We(i,ze(e,t))}turned(t){return ze(this.frame().rotation,t)}};function Jf([s,t,e,i]){return[1-2*(e*e+i*i),2*(t*e-s*i),2*(t*i+s*e),2*(t*e+s*i),1-2*(t*t+i*i),2*(e*i-s*t),2*(t*i-s*e),2*(e*i+s*t),1-2*(t*t+e*e)]}var Hv=8,pl=class{constructor(t,e,i){let{rest:n,basis:r}=t.arrays;Object.assign(this,{scene:t,model:e,space:i,rank:t.rank,rest:n.data,basis:r.data}),Object.assign(this,{hands:e.array("hands"),events:e.array("events"),spans:t.alone.events}),Object.assign(this,{script:t.alone.script,held:null,flicks:[],from:1/0,playing:[]})}placeOf(t){let{rank:e,basis:i,rest:n,model:{state:r}}=this,a=[0,1,2].map(l=>n[3*t+l]),o=[0,0,0];for(let l=0;l<e;l++)for(let c=0;c<3;c++){let h=i[3*(e*t+l)+c];a[c]+=h*r[l],o[c]+=h*r[e+l]}return{at:a,speed:o}}grab(t,e){let{held:i}=this;this.held=i?.vertex===t?{...i,to:e}:{vertex:t,to:e,applied:[0,0,0],at:this.placeOf(t).at}}flick({vertex:t,force:e,duration:i,radius:n}){let{scene:r,rest:a,basis:o,rank:l}=this,c=Math.min(n,r.largest_radius),h=new Float64Array(3*l),d=0;for(let y=0;y<a.length/3;y++){let m=Math.hypot(...[0,1,2].map(_=>a[3*y+_]-a[3*t+_]));if(m>=c&&m>0)continue;let g=(1-(m/Math.max(c,Number.MIN_VALUE))**2)**2;d+=g;for(let _=0;_<3*l;_++)h[_]+=g*o[3*l*y+_]}let u=this.space.own(Gs(e,r.largest_force)),f=Math.max(1,Math.round(i/r.dt)),p=Float64Array.from({length:l},(y,m)=>Ce(u,h.subarray(3*m,3*m+3))/d);this.flicks=[...this.flicks.slice(1-Hv),{vertex:t,applied:u,reduced:p,steps:f,at:this.placeOf(t).at}]}play(t){this.from=t?0:1/0,this.playing=[]}releaseAll(){this.held=null,this.flicks=[],this.play(!1)}act(t){let{model:{push:e},events:i,spans:n,rank:r}=this,a=!!(this.held||this.flicks.length);e.fill(0),this.playing=[],this.from<=t&&(this.playing=this.script.filter(({first:o,forces:l})=>o<=t&&t<o+l.length).map(({vertex:o,first:l,forces:c})=>({applied:this.space.own(c[t-l]),at:this.placeOf(o).at})),n.forEach(([o,l],c)=>{if(o<=t&&t<l)for(let h=0;h<r;h++)e[h]+=i[r*c+h]})),this.from=Math.max(this.from,t+1),this.held&&this.pull();for(let o of this.flicks)o.at=this.placeOf(o.vertex).at,o.reduced.forEach((l,c)=>{e[c]+=l}),o.steps-=1;return this.flicks=this.flicks.filter(({steps:o})=>o>0),a}pull(){let{held:t,hands:e,rank:i,basis:n,scene:r,model:{push:a}}=this,{vertex:o,to:l}=t,[c,h]=e.subarray(2*o,2*o+2),{at:d,speed:u}=this.placeOf(o);t.at=d,t.applied=Gs(this.space.within(l).map((f,p)=>c*(f-d[p])-h*u[p]),r.largest_force);for(let f=0;f<i;f++)a[f]+=Ce(t.applied,n.subarray(3*(i*o+f),3*(i*o+f)+3))}strongest(){let t=[this.held,...this.flicks,...this.playing].filter(Boolean),e=({applied:i})=>Ce(i,i);return t.reduce((i,n)=>i&&e(i)>=e(n)?i:n,null)}};var[rT,aT,jf]=[1,0,-1];function ml(s){return Uint8Array.from(atob(s),t=>t.charCodeAt(0))}var gl=class s{static async open(t){let{wasm:e,block:i}=t.alone,{instance:n}=await WebAssembly.instantiate(ml(e),{env:Math});return new s(t,n.exports,ml(i))}constructor({rank:t,steps:e,alone:i,obstacles:n},r,a){let{memory:o,__heap_base:l}=r,c=iu(l.value);Object.assign(this,{alone:i,exports:r,memory:o,base:c,steps:e,rank:t}),Kf(o,c+a.length),new Uint8Array(o.buffer).set(a,c);let h=r.model_begin(c);this.body=iu(c+a.length);let d=this.body+iu(h),u=n?.length??0;Kf(o,d+48*u),this.states=this.array("states"),r.model_reset(this.body),this.state=this.numbers(r.model_state_of(this.body),2*t),this.push=this.numbers(r.model_push_of(this.body),t),this.control=this.numbers(r.model_control_of(this.body),i.sizes.limits[0]),this.limits=this.array("limits"),this.shipped=this.limits.slice(),this.pressed=this.numbers(d,6*u),this.controlled=!0}numbers(t,e){return new Float64Array(this.memory.buffer,t,e)}array(t){let{places:e,sizes:i}=this.alone;return this.numbers(this.base+e[t],i[t].reduce((n,r)=>n*r,1))}get index(){return this.exports.model_step_of(this.body)}set index(t){this.exports.model_go_to(this.body,t,Number(this.controlled))}reference(t=this.index){return this.states.subarray(2*this.rank*t,2*this.rank*(t+1))}steer(t){let{places:e,keys:i}=this.alone,n=i[t];if(this.controlled=n!==void 0,this.controlled){let[r,a,o]=["gains","keys","offset"].map(l=>this.base+e[`${t} ${l}`]);this.exports.model_steer(r,a,n,o)}this.index=this.index}step(){return this.exports.model_step(this.body)}press(){return this.exports.model_pressed?.(this.body,this.pressed.byteOffset),this.pressed}};function iu(s){return Math.ceil(s/16)*16}function Kf(s,t){let e=Math.ceil(t/65536)-s.buffer.byteLength/65536;e>0&&s.grow(e)}var[Jr,Qf,Wv]=[0,1,2],Xv=[0,0,0];function tp(s,t){return s.alone.targets.map((e,i)=>new(s.targets[i].flies?nu:su)(s,t,{...s.targets[i],...e},i))}var xl=class{constructor({dt:t,rank:e,alone:i},n,r,a){Object.assign(this,{dt:t,rank:e,target:r,swings:i.swing,outcome:Jr,when:0,place:r.place}),[this.rest,this.modes,this.triangles,this.path]=["rest","modes","triangles","path"].map(o=>n.array(`target ${a} ${o}`))}begin(t){this.passedOver=t>this.target.step+(this.path.length?-1:this.target.window),this.passedOver||Object.assign(this,{outcome:Jr,when:0,place:this.target.place})}settle(t,e){this.outcome===Jr&&!this.passedOver&&Object.assign(this,{outcome:t?Qf:Wv,when:e*this.dt})}placed(t){let{rest:e,modes:i,rank:n}=this;return e.map((r,a)=>{let o=r;for(let l=0;l<n;l++)o+=i[n*a+l]*t[l];return o})}},nu=class extends xl{follow(t,e){let i=[...this.placed(e)],{target:n}=this;t===n.step&&this.settle(ii(se(i,n.place))<=n.radius,t),this.place=this.outcome===Qf?i:[...this.path.subarray(3*t,3*t+3)]}},su=class extends xl{begin(t){super.begin(t),this.before=null,this.outcome===Jr&&(this.velocity=Xv)}follow(t,e){let{target:i,velocity:n,dt:r}=this,a=this.placed(e),o=this.before??a;if(this.before=a,this.outcome===Jr){let[,h]=this.closest(a,i.place,this.near(a,i.place,i.radius));h<=i.radius?this.settle(Math.abs(t-i.step)<=i.window,t):t>=i.step+i.window&&this.settle(!1,t)}let l=2*i.radius+r*n.reduce((h,d)=>h+Math.abs(d),0),c=this.near(a,this.place,l);(c.length||n.some(h=>h!==0))&&this.swing(o,a,c)}near(t,e,i){let{triangles:n}=this,r=[];for(let a=0;a<n.length;a+=3){let o=[...n.subarray(a,a+3)];[0,1,2].map(c=>o.map(h=>t[3*h+c])).every((c,h)=>Math.min(...c)<=e[h]+i&&Math.max(...c)>=e[h]-i)&&r.push(o)}return r}closest(t,e,i){let n=[null,1/0,null];for(let r of i){let a=qv(e,r.map(l=>[...t.subarray(3*l,3*l+3)])),o=ii(se(a,e));o<n[1]&&(n=[a,o,r])}return n}swing(t,e,i){let{dt:n,target:{radius:r},swings:[a,o,l]}=this,c=[0,a*n,0];this.velocity=this.velocity.map((m,g)=>(m-c[g])*(1-l*n)),this.place=this.place.map((m,g)=>m+n*this.velocity[g]),this.hang();let[h,d,u]=this.closest(e,this.place,i);if(!(d<r))return;let f=se(this.place,h).map(m=>m/Math.max(d,1e-12)),p=[0,1,2].map(m=>u.reduce((g,_)=>g+e[3*_+m]-t[3*_+m],0)/(3*n)),y=Math.min(Ce(se(this.velocity,p),f),0);this.velocity=this.velocity.map((m,g)=>m-(1+o)*y*f[g]),this.place=h.map((m,g)=>m+r*f[g]),this.hang()}hang(){let{anchor:t,string:e}=this.target,i=se(this.place,t),n=ii(i),r=i.map(o=>o/n),a=Ce(this.velocity,r);this.place=t.map((o,l)=>o+e*r[l]),this.velocity=this.velocity.map((o,l)=>o-a*r[l])}};function qv(s,[t,e,i]){let n=vi(se(e,t),se(i,t)),r=Ce(se(s,t),n)/Ce(n,n),a=s.map((c,h)=>c-r*n[h]),o=[[t,e],[e,i],[i,t]];return o.every(([c,h])=>Ce(vi(se(h,c),se(a,c)),n)>=0)?a:o.map(([c,h])=>{let d=se(h,c),u=Math.min(Math.max(Ce(se(s,c),d)/Ce(d,d),0),1);return c.map((f,p)=>f+u*d[p])}).reduce((c,h)=>ii(se(h,s))<ii(se(c,s))?h:c)}function ru(s,t){return ip(ep(_l(t),_l(s)))}function yl(s,t,e){let i=_l(s.map(n=>-n));return ip(ep(_l(t),i)).map(n=>e*n)}function _l(s){let t=Math.hypot(...s),e=t?Math.sin(t/2)/t:0;return[Math.cos(t/2),...s.map(i=>e*i)]}function ep([s,t,e,i],[n,r,a,o]){return[s*n-t*r-e*a-i*o,s*r+t*n+e*o-i*a,s*a-t*o+e*n+i*r,s*o+t*a-e*r+i*n]}function ip(s){let[t,...e]=s[0]<0?s.map(n=>-n):s,i=Math.hypot(...e);return e.map(n=>i?2*Math.atan2(i,t)*n/i:0)}var[$v,Yv]=[2,3],Zv=.08,np=.001,Vs=12,vl=class{constructor(t,e){let{obstacles:i,size:n,dt:r,alone:{turn:a,sizes:o}}=t;Object.assign(this,{model:e,size:n,dt:r,turn:a,ways:e.array("ways"),wide:o.ways[1],carried:new Map,moved:!1}),this.shown=(i??[]).map(({tool:l,place:c},h)=>({tool:l,shape:h,place:c})).filter(({tool:l})=>l>=0),this.shown.sort((l,c)=>l.tool-c.tool)}along(t,e){let{ways:i,wide:n,dt:r,model:a}=this,o=Math.min(e,a.steps-1),l=i.subarray(n*o+Vs*t,n*o+Vs*(t+1)),c=e>o?r:0,h=[...l.subarray(9,12)].map(d=>c*d);return{place:[0,1,2].map(d=>l[d]+c*l[6+d]),rotation:ru([...l.subarray(3,6)],h)}}carry({which:t,to:e}){let{turn:i,size:n}=this,r=Math.hypot(...e),a=Yv*n,o=r>a?a/r:1,l=[0,1,2].map(h=>o*(i[h]*e[0]+i[3+h]*e[1]+i[6+h]*e[2])),{at:c}=this.carried.get(t)??{at:this.along(t,this.model.index)};this.carried.set(t,{at:c,goal:l,byHand:!0})}leave(){for(let t of this.carried.values())t.goal=null}goRound(){for(let t=0;t<this.wide/Vs;t++){let e=this.along(t,this.model.steps);!this.carried.has(t)&&!this.isNear(e,this.along(t,0))&&this.carried.set(t,{at:e,goal:null,byHand:!1})}}isNear(t,e){let i=yl(t.rotation,e.rotation,1),n=e.place.map((r,a)=>r-t.place[a]);return Math.hypot(...n)<np*this.size&&Math.hypot(...i)<np}goHome(){this.carried.clear()}reset(){this.goHome(),this.moved=!1}act(t){let{model:e,dt:i,size:n}=this,{exports:r,body:a}=e,o=[...this.carried.values()].some(({byHand:l})=>l);for(let[l,{at:c,goal:h}]of this.carried){let[d,u]=[t,t+1].map(S=>this.along(l,S));if(!h&&this.isNear(c,d)){this.carried.delete(l);continue}let f=(h??d.place).map((S,v)=>S-c.place[v]),p=1-Math.exp(-i/Zv),y=Math.min(p,$v*n*i/Math.max(Math.hypot(...f),Number.MIN_VALUE)),m=f.map((S,v)=>y*S+(h?0:u.place[v]-d.place[v])),g=h?c.rotation:ru(u.rotation,yl(d.rotation,c.rotation,1-p)),_=yl(c.rotation,g,1);e.numbers(r.model_moves_of(a,l),Vs).set([...c.place,...c.rotation,...[...m,..._].map(S=>S/i)]),Object.assign(c,{place:c.place.map((S,v)=>S+m[v]),rotation:g})}return this.moved=!0,o}poses(){let{model:t,turn:e}=this;return this.shown.flatMap(({shape:i,place:n})=>{if(!this.moved)return n;let r=t.numbers(t.exports.model_poses_of(t.body)+8*Vs*i,Vs),a=h=>[0,3,6].map(d=>e[d]*r[h[0]]+e[d+1]*r[h[1]]+e[d+2]*r[h[2]]),[o,l,c]=[3,4,5].map(h=>a([h,h+3,h+6]));return[...a([0,1,2]),...[0,1,2].flatMap(h=>[o[h],l[h],c[h]])]})}};var[sp,rp,ap]=[1,2,4],Jv={within:s=>s,own:s=>s,placed:s=>s,turned:s=>s},Kv="the motion went farther, or faster, than its own size allows",Ml=class{constructor(t,e){let i=t.handle&&new fl(t,e),n=i??Jv;Object.assign(this,{scene:t,model:e,space:n,rank:t.rank,dt:t.dt,hands:new pl(t,e,n),kept:new Map}),Object.assign(this,{drives:new ul(t,e),tools:i??new vl(t,e),targets:tp(t,e)}),Object.assign(this,{lost:!1,paused:!1,endless:!0,factor:1,echo:0,said:[],taken:0,number:0}),Object.assign(this,{bounds:e.array("bounds"),actuators:e.array("actuators"),told:jv(t.alone,e)}),this.inputs=t.alone.sizes.actuators[0],this.choose(t.alone.begins),this.meet(0)}get finished(){return this.model.index>=this.scene.steps&&!this.endless}get moving(){return!this.paused&&!this.finished}choose(t){this.controller=t,this.model.steer(t)}obey(t,e,i){let{hands:n,drives:r,tools:a}=this;["grab","push"].includes(t)&&this.finished&&this.rewind(),{grab:({vertex:l,to:c})=>n.grab(l,c),release:()=>{n.held=null},push:l=>n.flick(l),drive:({which:l,value:c})=>r.hold(l,c),loosen:({which:l})=>r.letGo(l),carry:l=>a.carry(l),leave:()=>a.leave(),controller:({name:l})=>{l!==this.controller&&(this.choose(l),this.begin(this.left))},pause:({on:l})=>{this.paused=l},endless:({on:l})=>{this.endless=l},scale:({factor:l})=>{this.factor=l},rewind:()=>this.rewind(),try:()=>{this.paused=!1,this.rewind(),n.play(!0)}}[t]?.(e),i&&(this.echo=i)}rewind(){this.hands.releaseAll(),this.tools.reset(),this.model.exports.model_reset(this.model.body),this.model.index=0,this.taken=0,this.meet(0)}step(){let{model:t,hands:e,scene:i}=this,{state:n}=t;t.index>=i.steps&&this.goRound();let{index:r}=t,a=e.act(r),o=this.tools.act(r)||a||this.drives.held.size>0;this.lost=t.step()===jf,this.lost&&this.recover("the step failed in all its parts");for(let c=0;c<n.length;c++)if(!(Math.abs(n[c])<=this.bounds[c])){this.recover(Kv);break}this.taken+=1,this.effort+=this.dt*t.control.reduce((c,h)=>c+h*h,0),this.squared+=Qv(this.told,t.index,this.deviations(),this.dt);let{run:l}=this;for(let c of this.targets)c.follow(t.index,n);l.marks|=(e.playing.length?sp:0)|(o?rp:0),l.put(t.index,this.deviation,this.effort),Object.assign(l,{error:Math.sqrt(this.squared),total:this.effort}),t.index>=i.steps&&this.end()}goRound(){let{model:t,scene:{alone:e}}=this;this.hands.play(!1),t.index=0,e.startsOver?t.state.set(t.reference()):this.tools.goRound(),this.meet(e.startsOver?0:this.left)}recover(t){let{model:e}=this;this.hands.releaseAll(),this.drives.letAllGo(),this.tools.goHome(),e.state.set(e.reference()),e.control.fill(0),this.said.push({say:"error",text:`${t}; the motion goes on from its reference`})}deviations(){let t=this.model.reference();return this.model.state.map((e,i)=>e-t[i])}get deviation(){return Math.hypot(...this.deviations().subarray(0,this.rank))}begin(t){this.run&&this.end(),Object.assign(this,{effort:0,squared:0});let e=this.controller,i=[this.model.index],n=[this.deviation];this.run=new ns({number:++this.number,controller:e,step:i,deviation:n,effort:[0],marks:t})}meet(t){let{index:e,state:i}=this.model;this.begin(t);for(let n of this.targets)n.begin(e),n.follow(e,i)}get left(){return this.run.marks&rp|(this.run.marks&(sp|ap)?ap:0)}end(){let{run:t,kept:e,scene:i}=this,n=t.worth(i.steps);if(t.over||(t.over=!0,!n||n<(e.get(t.controller)??0)))return;e.set(t.controller,n);let{number:r,controller:a,marks:o,error:l,total:c,step:h,deviation:d,effort:u}=t;this.said.push({say:"run",now:!1,number:r,controller:a,worth:n,marks:o,error:l,total:c,met:this.targets.map(({outcome:f})=>f),step:h,deviation:d,effort:u})}frame(t,{latency:e,worst:i,rate:n}){let{model:r,hands:a,rank:o,scene:l,space:c}=this,h=a.strongest(),d=r.control.length,u=Float32Array.from({length:o},(f,p)=>{let y=0;for(let m=0;m<d;m++)y+=this.actuators[d*p+m]*r.control[m];return y});return{controller:this.controller,frame:t,step:r.index,echo:this.echo,run:this.run.number,marks:this.run.marks,flags:{paused:this.paused,finished:this.finished,endless:this.endless,grabbed:!!a.held,making:!1,planned:!1},factor:this.factor,time:this.taken*this.dt,effort:this.effort,deviation:this.deviation,error:Math.sqrt(this.squared),latency:e,worst:i,rate:n,decades:0,force:Float32Array.from(h?c.turned(h.applied):[0,0,0]),at:Float32Array.from(h?c.placed(h.at):[0,0,0]),state:Float32Array.of(...r.state.subarray(0,o),...this.tools.poses()),reference:Float32Array.from(r.reference().subarray(0,o)),estimate:new Float32Array(0),control:u,targets:this.targets.map(({outcome:f,when:p,place:y})=>({outcome:Zr[f],when:p,place:y})),muscles:this.drives.told(),plan:null,touches:(l.obstacles??[]).map((f,p)=>this.touch(this.lost?new Float64Array(6):r.press().subarray(6*p,6*p+6)))}}touch(t){let{turn:e}=this.scene.alone,i=n=>Float32Array.of(...[0,3,6].map(r=>e[r]*n[0]+e[r+1]*n[1]+e[r+2]*n[2]));return{force:i(t.subarray(0,3)),at:i(t.subarray(3))}}};function jv({instants:s,sizes:t},e){let i=Object.fromEntries(["running","schedule","instants","places","goals","weights"].map(n=>[n,e.array(n)]));return{...i,steps:s,size:t.running[0],runs:i.running.some(n=>n!==0)}}function Qv({running:s,runs:t,schedule:e,instants:i,steps:n,places:r,goals:a,weights:o,size:l},c,h,d){let u=d/2*((e[c-1]??0)+(e[c]??0)),f=u&&t?u*op(s,h,l):0;for(let p=0;p<o.length&&u;p++){let y=-a[o.length*c+p];for(let m=0;m<l;m++)y+=r[l*p+m]*h[m];f+=u*o[p]*y*y}return n.forEach((p,y)=>{p===c&&(f+=op(i.subarray(y*l*l),h,l))}),f}function op(s,t,e){let i=0;for(let n=0;n<e;n++)for(let r=0;r<e;r++)i+=s[e*n+r]*t[n]*t[r];return i}var tM=300,eM=12,iM=512,nM=500,lp={jump:"jump to the closest moment",cost:"make gains for another cost"},Sl=class{constructor(t,{heard:e,said:i,changed:n}){Object.assign(this,{scene:t,heard:e,said:i,changed:n,live:new Ml(t,t.model)}),Object.assign(this,{id:0,bad:0,connections:1,sent:0,frames:0,times:[],steps:0,pace:{latency:0,worst:0,rate:0}}),this.socket={close(){}}}connect(){this.changed(!0,""),this.due=this.since=performance.now(),this.show(),requestAnimationFrame(t=>this.tick(t))}tick(t){requestAnimationFrame(r=>this.tick(r));let{live:e}=this,i=performance.now()+eM;for(!e.moving&&(this.due=t),t-this.due>tM&&(this.due=t);e.moving&&this.due<=t&&performance.now()<i;){let r=performance.now();e.step(),this.times.push(performance.now()-r),this.steps+=1,this.due+=1e3*this.scene.dt/e.factor,this.fresh=!0}this.fresh&&this.show(),this.measure(t)}show(){this.fresh=!1,this.heard(this.live.frame(++this.frames,this.pace));for(let t of this.live.said.splice(0))this.said(t)}measure(t){if(t-this.since<nM)return;this.times.splice(0,this.times.length-iM);let e=[...this.times].sort((n,r)=>n-r),i=n=>1e3*(e[Math.floor(n*e.length)]??0);this.pace={latency:i(.5),worst:i(.99),rate:1e3*this.steps/(t-this.since)},Object.assign(this,{since:t,steps:0})}receive(){}send(t,e={},i=!1){return i&&(this.id+=1),this.sent+=1,lp[t]&&this.said({say:"error",text:`Only softrein view can ${lp[t]}.`}),this.live.obey(t,e,i?this.id:0),t!=="took"&&(this.fresh=!0),this.id}};var Hs={};function cp(s){Hs=s}var Bi="#009e73",hp="#c2187b",Un="#f0b429",up="#0072b2",dp="#c24e00",fp=matchMedia("(prefers-color-scheme: dark)"),sM=matchMedia("(prefers-reduced-motion: reduce)"),je=()=>fp.matches,Kr=()=>sM.matches,pp=s=>fp.addEventListener("change",s),ci=s=>je()?Hs[s].dark:Hs[s].colour,Ws=s=>Hs[s].pale,rs=s=>Hs[s].words,bl=s=>Hs[s].dash.map(t=>2*t),Kt=s=>getComputedStyle(document.documentElement).getPropertyValue(s).trim();function ki(s){return[1,3,5].map(t=>(parseInt(s.slice(t,t+2),16)/255)**2)}var rM=1e-12;function Xe(s,t=2){if(!Number.isFinite(s))return"–";if(Math.abs(s)<rM)return"0";let e=Math.abs(s);if(e<1e-4||e>=1e6){let[r,a]=s.toExponential(t-1).split("e");return`${r}·10${aM(Number(a))}`}let i=Math.max(t-1-Math.floor(Math.log10(e)),0),n=s.toFixed(i);return i?n:n.replace(/\B(?=(\d{3})+$)/g,",")}var wl=s=>String(Math.round(s)).replace(/\B(?=(\d{3})+$)/g,",");function aM(s){return[...String(s)].map(t=>t==="-"?"⁻":"⁰¹²³⁴⁵⁶⁷⁸⁹"[t]).join("")}function Xs(s){let t=10**Math.floor(Math.log10(s));return t*([1,2,5,10].find(e=>e*t>=s*(1-1e-9))??10)}var qs=new E(.42,.86,.5).normalize(),mp=[.66,.645,.615],Al=.28,gp=.1,xp=.1,jr=s=>s.toFixed(6),_p=`
uniform vec3 colour, sky, bounce; uniform vec3 eye;
const vec3 sun = vec3(${qs.toArray().map(jr)});
vec3 lit(vec3 x, vec3 n) {
  vec3 towards = normalize(eye - x);
  float facing = dot(n, sun);
  float key = max((facing + ${jr(Al)}) / ${jr(1+Al)}, 0.0);
  vec3 ambient = mix(bounce, sky, 0.5 + 0.5 * n.y);
  float edge = 1.0 - max(dot(n, towards), 0.0), rim = edge * edge * edge;
  float gloss = max(dot(n, normalize(sun + towards)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  return colour * (ambient + vec3(${mp}) * key * key) + ${jr(gp)} * rim * sky + ${jr(xp)} * gloss;
}
vec3 shown(vec3 light) { return sqrt(clamp(light, 0.0, 1.0)); }`,hi={sky:{value:new _t},bounce:{value:new _t},eye:{value:new E}};function Tl(){let s=je();hi.sky.value.setRGB(...s?[.3,.33,.38]:[.44,.465,.5]),hi.bounce.value.setRGB(...s?[.1,.1,.12]:[.27,.255,.24])}function yp(s,t,e,i,n){let[r,a,o]=qs.toArray(),l=hi.eye.value,c=hi.sky.value.toArray(),h=hi.bounce.value.toArray();for(let d=0,u=0;d<s.length;d+=3,u+=4){let f=l.x-s[d],p=l.y-s[d+1],y=l.z-s[d+2],m=1/Math.sqrt(f*f+p*p+y*y);f*=m,p*=m,y*=m;let g=1/Math.sqrt(t[d]*t[d]+t[d+1]*t[d+1]+t[d+2]*t[d+2]+1e-30),_=g*(t[d]*f+t[d+1]*p+t[d+2]*y);i&&_<0&&(g=-g,_=-_);let S=g*t[d],v=g*t[d+1],T=g*t[d+2],A=S*r+v*a+T*o,x=Math.max((A+Al)/(1+Al),0),w=1-Math.max(_,0),L=Math.sqrt((r+f)**2+(a+p)**2+(o+y)**2),C=Math.max((A+_)/(L+1e-30),0);C*=C,C*=C,C*=C,C*=C,C*=C;let D=.5+.5*v,U=gp*w*w*w;for(let F=0;F<3;F++){let I=h[F]+D*(c[F]-h[F]),z=e[F]*(I+mp[F]*x*x)+U*c[F]+xp*C;n[u+F]=255.5*Math.sqrt(z>1?1:z)}}}var oM=Math.cos(.75),lM=24,cM=`
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`,hM=(s,t)=>`precision highp float; precision highp sampler2DArray;
uniform sampler2DArray basis; uniform sampler2D rest; uniform vec4 p[${s}]; uniform mat4 pose;
out vec4 place;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec3 u = vec3(0.0);
  for (int g = 0; g < ${s}; g++) {
    u.x += dot(texelFetch(basis, ivec3(here, 3 * g), 0), p[g]);
    u.y += dot(texelFetch(basis, ivec3(here, 3 * g + 1), 0), p[g]);
    u.z += dot(texelFetch(basis, ivec3(here, 3 * g + 2), 0), p[g]);
  }
  place = vec4((pose * vec4(texelFetch(rest, here, 0).xyz + u, 1.0)).xyz, 1.0);
}`,uM=(s,t)=>`precision highp float; precision highp sampler2DArray;
uniform sampler2DArray ring; uniform sampler2D places;
out vec4 normal;
vec3 at(float index) {
  int i = int(index);
  return texelFetch(places, ivec2(i % ${t}, i / ${t}), 0).xyz;
}
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec3 x = texelFetch(places, here, 0).xyz, sum = vec3(0.0);
  vec4 next = texelFetch(ring, ivec3(here, 0), 0);
  if (next.x < 0.0) { normal = vec4(0.0, 1.0, 0.0, 0.0); return; }
  vec3 before = at(next.x) - x;
  for (int layer = 0; layer < ${s}; layer++) {
    if (layer > 0) next = texelFetch(ring, ivec3(here, layer), 0);
    for (int k = 0; k < 4; k++) {
      if (layer == 0 && k == 0) continue;
      if (next[k] < 0.0) { layer = ${s}; break; }
      vec3 now = at(next[k]) - x;
      sum += cross(before, now);
      before = now;
    }
  }
  normal = vec4(normalize(sum + vec3(0.0, 1e-30, 0.0)), 0.0);
}`,zi=class{constructor(t,e){let i=new Wt;i.setAttribute("position",new Gt(new Float32Array(9),3)),this.uniforms=e,this.material=new te({glslVersion:ie,vertexShader:cM,fragmentShader:t,uniforms:e,depthTest:!1,depthWrite:!1});let n=new Et(i,this.material);n.frustumCulled=!1,this.scene=new Re,this.scene.matrixAutoUpdate=!1,this.scene.add(n),this.camera=new un}run(t,e){t.setRenderTarget(e),t.render(this.scene,this.camera)}};function au(s,t,e,i=0){let n=i?new Xn(s,t,e,i):new Ci(s,t,e);return Object.assign(n,{format:oi,type:ai,minFilter:Me,magFilter:Me}),n.needsUpdate=!0,n}var $s=class s{constructor(t,e,i,n,r,a=new Qt){Object.assign(this,{rest:t,basis:e,triangles:i,rank:n,count:t.length/3,byTextures:r,pose:a}),this.geometry=new Wt,this.geometry.setAttribute("position",new Gt(t,3)),this.geometry.setIndex(new Gt(i,1)),r&&this.makeTextures()}makeTextures(){let{rest:t,triangles:e,rank:i}=this;this.width=Math.min(2048,Math.ceil(Math.sqrt(this.count))),this.height=Math.ceil(this.count/this.width),this.groups=Math.ceil(i/4),this.texels=this.width*this.height,this.restTexture=au(this.spread(t),this.width,this.height),this.basisTexture=au(this.packedBasis(),this.width,this.height,3*this.groups);let n=fM(e,this.count);this.layers=n.layers,this.ringTexture=au(n.pack(this.texels),this.width,this.height,n.layers)}creased(){let{source:t,triangles:e,closed:i}=dM(this.rest,this.triangles);return this.closed=i,t.length===this.count?this:Object.assign(this.of(t,e),{closed:i})}by(t){let e=[...new Set(t)],i=new Map(e.map((n,r)=>[n,r]));return this.of(e,t.map(n=>i.get(n)))}of(t,e){let{rank:i}=this,n=(r,a)=>{let o=new Float32Array(a*t.length);return t.forEach((l,c)=>o.set(r.subarray(a*l,a*(l+1)),a*c)),o};return new s(n(this.rest,3),n(this.basis,3*i),e,i,this.byTextures,this.pose)}copy(){return this.byTextures?new ou(this):new lu(this)}get fetching(){if(!this.byTextures)return"in vec3 position, normal; vec3 placeNow() { return position; } vec3 normalNow() { return normal; }";let t=`ivec2(gl_VertexID % ${this.width}, gl_VertexID / ${this.width})`;return`uniform sampler2D places, normals;
vec3 placeNow() { return texelFetch(places, ${t}, 0).xyz; }
vec3 normalNow() { return texelFetch(normals, ${t}, 0).xyz; }`}spread(t){let e=new Float32Array(4*this.texels);for(let i=0;i<this.count;i++)e.set(t.subarray(3*i,3*i+3),4*i);return e}packedBasis(){let t=new Float32Array(4*this.texels*3*this.groups);for(let e=0;e<this.count;e++)for(let i=0;i<this.rank;i++)for(let n=0;n<3;n++){let r=3*(i>>2)+n;t[4*(r*this.texels+e)+(i&3)]=this.basis[3*(this.rank*e+i)+n]}return t}placeOf(t,e,i=new E){i.fromArray(this.rest,3*t);for(let n=0,r=3*this.rank*t;n<this.rank;n++,r+=3)i.x+=e[n]*this.basis[r],i.y+=e[n]*this.basis[r+1],i.z+=e[n]*this.basis[r+2];return i.applyMatrix4(this.pose)}places(t,e=new Float32Array(3*this.count)){let{basis:i,rank:n,rest:r}=this,a=this.pose.elements;for(let o=0,l=0;o<this.count;o++){let c=r[3*o],h=r[3*o+1],d=r[3*o+2];for(let u=0;u<n;u++,l+=3){let f=t[u];c+=f*i[l],h+=f*i[l+1],d+=f*i[l+2]}e[3*o]=a[0]*c+a[4]*h+a[8]*d+a[12],e[3*o+1]=a[1]*c+a[5]*h+a[9]*d+a[13],e[3*o+2]=a[2]*c+a[6]*h+a[10]*d+a[14]}return e}pick(t,e){let i=this.places(e),{triangles:n}=this,r=[new E,new E,new E],a=new E,o=null,l=1/0;for(let c=0;c<n.length;c+=3){for(let u=0;u<3;u++)r[u].fromArray(i,3*n[c+u]);if(!t.intersectTriangle(r[0],r[1],r[2],!0,a))continue;let h=a.distanceToSquared(t.origin);if(h>=l)continue;l=h;let d=r.map(u=>u.distanceToSquared(a));o={vertex:n[c+d.indexOf(Math.min(...d))],point:a.clone()}}return o}};function dM(s,t){let e=[],i=Array.from(t,(f,p)=>p),[n,r,a]=[new E,new E,new E];for(let f=0;f<t.length;f+=3)[n,r,a].forEach((p,y)=>p.fromArray(s,3*t[f+y])),e.push(r.sub(n).cross(a.sub(n)).normalize().clone());let o=f=>{for(;i[f]!==f;)f=i[f]=i[i[f]];return f},l=new Map;for(let f=0;f<t.length;f++){let p=f-f%3+(f+1)%3,[y,m]=[t[f],t[p]],g=l.get(`${m} ${y}`);g&&e[Math.floor(f/3)].dot(e[Math.floor(g[0]/3)])>oM&&(i[o(f)]=o(g[1]),i[o(p)]=o(g[0])),l.set(`${y} ${m}`,[f,p])}let c=new Map,h=[],d=t.map((f,p)=>{let y=o(p);return c.has(y)||c.set(y,h.push(f)-1),c.get(y)}),u=[...l.keys()].every(f=>l.has(f.split(" ").reverse().join(" ")));return{source:h,triangles:d,closed:u}}function fM(s,t){let e=Array.from({length:t},()=>new Map);for(let a=0;a<s.length;a+=3)for(let o=0;o<3;o++)e[s[a+o]].set(s[a+(o+1)%3],s[a+(o+2)%3]);let i=e.map(a=>{let o=new Set(a.values()),l=[...a.keys()].find(h=>!o.has(h))??a.keys().next().value,c=[];for(let h=Math.min(a.size,lM-1);l!==void 0&&h>=0;h--)c.push(l),l=a.get(l);return c}),n=Math.ceil(i.reduce((a,o)=>Math.max(a,o.length),4)/4);return{layers:n,pack:a=>{let o=new Float32Array(4*a*n).fill(-1);return i.forEach((l,c)=>l.forEach((h,d)=>{o[4*((d>>2)*a+c)+(d&3)]=h})),o}}}var ou=class{constructor(t){this.surface=t,this.geometry=t.geometry;let{width:e,height:i,groups:n}=t,r={type:ai,format:oi,minFilter:Me,magFilter:Me,depthBuffer:!1};this.p=new Float32Array(4*n),this.places=new Se(e,i,r),this.normals=new Se(e,i,r),this.placing=new zi(hM(n,e),{basis:{value:t.basisTexture},rest:{value:t.restTexture},p:{value:this.p},pose:{value:t.pose}}),this.turning=new zi(uM(t.layers,e),{ring:{value:t.ringTexture},places:{value:this.places.texture}}),this.uniforms={places:{value:this.places.texture},normals:{value:this.normals.texture}}}update(t,e){this.p.set(e),this.placing.run(t,this.places),this.turning.run(t,this.normals)}},lu=class{constructor(t){this.surface=t,this.uniforms={},this.geometry=new Wt,this.geometry.setIndex(t.geometry.index);for(let e of["position","normal"])this[e]=new Gt(new Float32Array(3*t.count),3),this[e].setUsage(Wr),this.geometry.setAttribute(e,this[e])}update(t,e){let{position:i,normal:n,surface:r}=this;r.places(e,i.array),pM(i.array,r.triangles,n.array),i.needsUpdate=n.needsUpdate=!0}};function pM(s,t,e){e.fill(0);for(let i=0;i<t.length;i+=3){let n=3*t[i],r=3*t[i+1],a=3*t[i+2],o=s[r]-s[n],l=s[r+1]-s[n+1],c=s[r+2]-s[n+2],h=s[a]-s[n],d=s[a+1]-s[n+1],u=s[a+2]-s[n+2],f=l*u-c*d,p=c*h-o*u,y=o*d-l*h;e[n]+=f,e[n+1]+=p,e[n+2]+=y,e[r]+=f,e[r+1]+=p,e[r+2]+=y,e[a]+=f,e[a+1]+=p,e[a+2]+=y}}var El=128,mM=.45,Pl=[qs.x,qs.z].map(s=>mM*s/qs.y),gM=.22,xM=1.6,_M=`precision highp float; uniform sampler2D sharp; out vec4 pixel;
void main() {
  vec2 here = gl_FragCoord.xy / ${El/2}.0, by = vec2(2.4 / ${El}.0, 0.0);
  float sum = 2.0 * texture(sharp, here).r;
  for (int k = 0; k < 6; k++) {
    vec2 way = vec2(cos(float(k) * 1.0472), sin(float(k) * 1.0472));
    sum += 1.4 * texture(sharp, here + by.x * way).r + 0.6 * texture(sharp, here + 2.1 * by.x * way.yx).r;
  }
  pixel = vec4(sum / 14.0, 0.0, 0.0, 1.0);
}`,Ae="precision highp float; uniform mat4 viewMatrix, projectionMatrix, modelMatrix;",vp=`precision highp float; in vec3 place, turned; out vec4 pixel; uniform float alpha;
${_p}
void main() { pixel = vec4(shown(lit(place, normalize(gl_FrontFacing ? turned : -turned))), alpha); }`,yM=s=>new _t().setRGB(...ki(s)),Rl=class extends Et{constructor(t,e){super(e.geometry,new te({glslVersion:ie,side:t.closed?ei:we,vertexShader:`${Ae}${t.fetching} out vec3 place, turned;
void main() {
  place = placeNow(); turned = normalNow();
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,fragmentShader:vp,uniforms:{...e.uniforms,...hi,colour:{value:new _t},alpha:{value:1}}})),this.frustumCulled=!1}paint(t){this.material.uniforms.colour.value.setRGB(...t)}},Si=(s,t=1)=>new te({glslVersion:ie,transparent:t<1,depthWrite:t===1,vertexShader:`${Ae} in vec3 position; in vec3 normal; out vec3 place; out vec3 turned;
void main() {
  place = (modelMatrix * vec4(position, 1.0)).xyz; turned = mat3(modelMatrix) * normal;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,fragmentShader:vp,uniforms:{...hi,colour:{value:yM(s)},alpha:{value:t}}}),Qr=class extends de{constructor(t,e,i,n){super(),Object.assign(this,{named:i,bits:n}),this.shared={...e.uniforms,colour:{value:new _t},pixels:{value:0},aspect:{value:1}},this.filling=this.layer(t,e,0,ei,0),this.line=this.layer(t,e,1,Le,1),this.presence=1}layer(t,e,i,n,r){let a=new te({glslVersion:ie,side:n,transparent:!0,depthTest:!1,depthWrite:!1,stencilWrite:!0,stencilFunc:Eh,stencilRef:0,stencilZPass:Th,stencilFuncMask:this.bits,stencilWriteMask:this.bits,vertexShader:`${Ae}${t.fetching} uniform float pixels, aspect;
void main() {
  vec4 at = projectionMatrix * viewMatrix * vec4(placeNow(), 1.0);
  vec2 out_ = (viewMatrix * vec4(normalNow(), 0.0)).xy;
  at.xy += ${i.toFixed(1)} * at.w * pixels * out_ / max(length(out_), 1e-6) * vec2(1.0 / aspect, 1.0);
  gl_Position = at;
}`,fragmentShader:`precision highp float; uniform vec3 colour; uniform float alpha; out vec4 pixel;
void main() { pixel = vec4(colour, alpha); }`,uniforms:{...this.shared,alpha:{value:1}}}),o=new Et(e.geometry,a);return o.frustumCulled=!1,o.renderOrder=10+r,this.add(o),a}resize(t,e){this.shared.pixels.value=2*xM/e,this.shared.aspect.value=t/e}dress(){this.shared.colour.value.set(Kt(this.named)).convertLinearToSRGB(),this.line.uniforms.alpha.value=je()?.85:.72,this.filling.uniforms.alpha.value=je()?.1:.09}},Cl=class{constructor(t,e,i){let n=r=>new Se(r,r,{format:Pi,type:be,minFilter:Zt,magFilter:Zt,depthBuffer:!1});this.sharp=n(El),this.soft=n(El/2),this.texture=this.soft.texture,this.geometry=new Oi(2*i.reach,2*i.reach).rotateX(-Math.PI/2),this.blur=new zi(_M,{sharp:{value:this.sharp.texture}}),this.scene=new Re,this.camera=new un,this.scene.add(this.flat(t,e,i))}flat(t,e,{centre:i,height:n,reach:r}){let[a,o]=Pl.map(c=>c.toFixed(6)),l=new Et(e.geometry,new te({glslVersion:ie,side:we,depthTest:!1,depthWrite:!1,blending:dn,vertexShader:`${Ae}${t.fetching} uniform vec3 middle; uniform float floorHeight, reach;
void main() {
  vec3 x = placeNow();
  vec2 at = x.xz - vec2(${a}, ${o}) * (x.y - floorHeight) - middle.xz;
  gl_Position = vec4(at / reach, 0.0, 1.0);
}`,fragmentShader:"precision highp float; out vec4 pixel; void main() { pixel = vec4(1.0); }",uniforms:{...e.uniforms,middle:{value:i},floorHeight:{value:n},reach:{value:r}}}));return l.frustumCulled=!1,l}update(t){t.setRenderTarget(this.sharp),t.setClearColor(0,0),t.clear(),t.render(this.scene,this.camera),this.blur.run(t,this.soft)}},Il=class extends de{constructor({centre:t,height:e,reach:i},n,r){super(),this.grid=new ln(vM(n/2.6,9),new te({glslVersion:ie,transparent:!0,depthWrite:!1,vertexShader:`${Ae} in vec3 position; in float strength; out float seen;
void main() { seen = strength; gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`,fragmentShader:`precision highp float; in float seen; out vec4 pixel; uniform vec3 ink;
uniform vec2 size; uniform vec4 inside;
void main() {
  vec2 at = gl_FragCoord.xy / size;
  vec4 near = mix(vec4(1.0), smoothstep(0.0, ${gM}, vec4(at.x, 1.0 - at.x, at.y, 1.0 - at.y)), inside);
  pixel = vec4(ink, seen * near.x * near.y * near.z * near.w);
}`,uniforms:{ink:{value:new _t},size:{value:new ht},inside:{value:new ce}}})),this.shade=new Et(r.geometry,new te({glslVersion:ie,transparent:!0,depthWrite:!1,side:we,vertexShader:`${Ae} in vec3 position; out vec2 at; uniform float reach;
void main() {
  at = 0.5 + 0.5 * position.xz / reach;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`,fragmentShader:`precision highp float; in vec2 at; out vec4 pixel;
uniform sampler2D soft; uniform vec3 ink; uniform float depth;
void main() { pixel = vec4(ink, depth * texture(soft, at).r); }`,uniforms:{reach:{value:i},soft:{value:r.texture},ink:{value:new _t},depth:{value:0}}})),this.shade.frustumCulled=!1,this.position.set(t.x,e,t.z),this.grid.renderOrder=-2,this.shade.renderOrder=-1,this.add(this.grid,this.shade)}fade(t,e){let{uniforms:i}=this.grid.material;i.inside.value.set(...t),e.getDrawingBufferSize(i.size.value)}dress(){let t=je();this.grid.material.uniforms.ink.value.set(Kt("--grid")).convertLinearToSRGB(),this.shade.material.uniforms.ink.value.set(t?"#000000":"#28303c").convertLinearToSRGB(),this.shade.material.uniforms.depth.value=t?.5:.27}};function vM(s,t){let e=[],i=[],n=s*t,r=(o,l)=>{e.push(o,0,l);let c=Math.max(0,1-Math.hypot(o,l)/n);i.push(c*c*(3-2*c))};for(let o=-t;o<=t;o++)for(let l=-t;l<t;l++)r(o*s,l*s),r(o*s,(l+1)*s),r(l*s,o*s),r((l+1)*s,o*s);let a=new Wt;return a.setAttribute("position",new Gt(new Float32Array(e),3)),a.setAttribute("strength",new Gt(new Float32Array(i),1)),a}var On=class extends de{constructor(t,e){super(),this.thickness=e;let i=Si(t);this.shaft=new Et(new Yn(.5,.5,1,20).translate(0,.5,0),i),this.head=new Et(new yr(1.35,3.4,28).translate(0,1.7,0),i),this.second=new Et(this.head.geometry,i),this.add(this.shaft,this.head,this.second),this.tip=new E,this.visible=!1}set colour(t){this.shaft.material.uniforms.colour.value.setRGB(...ki(t))}point(t,e,i=!1){let n=e.length();if(this.visible=n>.4*this.thickness,!this.visible)return;let r=this.thickness*Math.min(1,.35+n/(9*this.thickness)),a=Math.min(3.4*r,.6*n);this.position.copy(t),this.quaternion.setFromUnitVectors(Mp,e.clone().divideScalar(n)),this.shaft.scale.set(r,n-a,r),this.head.scale.set(r,a/3.4,r),this.head.position.y=n-a,this.cut=this.second.visible=i,this.second.scale.copy(this.head.scale),this.second.position.y=n-1.8*a,this.tip.copy(t).add(e)}},Mp=new E(0,1,0),ji=class extends Et{constructor(t,e){super(new Yn(.5,.5,1,8).translate(0,.5,0),Si(t)),this.thickness=e}span(t,e){let i=new E().subVectors(e,t),n=Math.max(i.length(),1e-9);this.position.copy(t),this.quaternion.setFromUnitVectors(Mp,i.divideScalar(n)),this.scale.set(this.thickness,n,this.thickness)}},ni=class extends Et{constructor(t,e){super(new Kn(e,32,20),Si(t)),this.radius=e}set colour(t){this.material.uniforms.colour.value.setRGB(...ki(t))}};var MM=2.2,SM=[.55,.8],Sp="#8a94a1",bM="#ffd23c",Ll=class extends Et{constructor(t,e,i,n){let r=[],a=[];t.forEach(([d,u],f)=>{for(let p=d;p+1<u;p++)r.push([f,p,p+1])});let o=new Wt,l=(d,u)=>{let f=new Gt(new Float32Array(4*u*r.length),u);return o.setAttribute(d,f),f},c={place:l("position",3),other:l("other",3),share:l("share",1)},h=l("side",2);r.forEach((d,u)=>{h.array.set([1,1,-1,-1,-1,1,1,-1],8*u),a.push(4*u,4*u+1,4*u+2,4*u+1,4*u+3,4*u+2)}),o.setIndex(a),super(o,new te({glslVersion:ie,transparent:!0,depthTest:!1,depthWrite:!1,vertexShader:`${Ae} in vec3 position, other; in vec2 side; in float share; uniform vec2 size; out float aside, taut;
void main() {
  vec4 at = projectionMatrix * viewMatrix * vec4(position, 1.0), to = projectionMatrix * viewMatrix * vec4(other, 1.0);
  vec2 way = (to.xy / to.w - at.xy / at.w) * size, across = vec2(-way.y, way.x) / max(length(way), 1e-6);
  aside = side.y; taut = share;
  gl_Position = at + vec4(side.x * ${MM.toFixed(1)} * 2.0 * across / size * at.w, 0.0, 0.0);
}`,fragmentShader:`precision highp float; in float aside, taut; out vec4 pixel; uniform vec3 slack, pulled, rim;
void main() {
  float beside = smoothstep(${SM.join(", ")}, abs(aside));
  pixel = vec4(mix(mix(slack, pulled, taut), rim, beside), 0.95 - 0.35 * beside);
}`,uniforms:{slack:cu(Sp),pulled:cu(bM),rim:cu(Sp),size:{value:new ht(1,1)}}})),this.material.side=2,Object.assign(this,{parts:r,rest:e,basis:i,rank:n,own:c,places:new Float32Array(e.length),frustumCulled:!1}),this.renderOrder=-2}resize(t,e){this.material.uniforms.size.value.set(t,e)}show(t,e,i){let{places:n,rest:r,basis:a,rank:o,own:l}=this;for(let c=0;c<r.length;c++){let[h,d]=[Math.floor(c/3),c%3],u=r[c];for(let f=0;f<o;f++)u+=a[3*(h*o+f)+d]*t[f];n[c]=u}for(let c=0;c<n.length;c+=3)new E().fromArray(n,c).applyMatrix4(i).toArray(n,c);this.parts.forEach(([c,h,d],u)=>{let f=[h,d].map(p=>n.subarray(3*p,3*p+3));for(let p=0;p<4;p++)l.place.array.set(f[p>>1],3*(4*u+p)),l.other.array.set(f[1-(p>>1)],3*(4*u+p)),l.share.array[4*u+p]=e[c]});for(let c of Object.values(l))c.needsUpdate=!0}dress(){this.material.uniforms.rim.value.set(Kt("--stage")).convertLinearToSRGB()}};function cu(s){return{value:new _t(s).convertLinearToSRGB()}}var wM="#8a94a1",AM="#ffd23c",TM="#21c7dd",bp=.3,EM=.62,RM=.85,Dl=class extends de{constructor(t,e,i,n,r,a){super();let o=new $s(e,i,n,r,!1,a);this.each=t.map(([l,c])=>c>l?this.wall(o.by(n.slice(3*l,3*c))):null)}wall(t){let e=t.creased(),i=e.copy(),n=(l,c)=>new te({glslVersion:ie,side:ei,...l,vertexShader:`${Ae}${e.fetching} out vec3 place, turned;
void main() {
  place = placeNow(); turned = normalNow();
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,fragmentShader:`precision highp float; in vec3 place, turned; out vec4 pixel;
uniform vec3 colour, eye; uniform float facing, rim;
${c}`,uniforms:{...r,eye:hi.eye}}),r={colour:{value:new _t},facing:{value:0},rim:{value:RM}},a=new Et(i.geometry,n({colorWrite:!1},"void main() { pixel = vec4(0.0); }")),o=new Et(i.geometry,n({transparent:!0,depthWrite:!1,depthFunc:Tn},`void main() {
  float straight = max(dot(normalize(turned), normalize(eye - place)), 0.0), edge = 1.0 - straight;
  pixel = vec4(sqrt(colour * (0.55 + 0.45 * straight)), mix(facing, rim, edge * edge));
}`));for(let l of[a,o])l.frustumCulled=!1;return a.renderOrder=-1,this.add(a,o),{deformed:i,uniforms:r}}show(t,e,i){this.each.forEach((n,r)=>{if(!n)return;let{colour:a,facing:o}=n.uniforms,l=Math.abs(i[r]);n.deformed.update(t,e),a.value.set(wM).lerp(new _t(i[r]<0?TM:AM),l),o.value=bp+l*(EM-bp)})}};var as=s=>new Is({color:s,transparent:!0,depthTest:!1,side:we,forceSinglePass:!0}),wp=s=>new Et(new _r(s,40),as("#ffffff")),ls=(s,t)=>new Et(new Ir(s,t,72),as("#ffffff"));function Ap(s,t,e){let i=new Ii;i.moveTo(-e,-e).lineTo(s+e,-e).lineTo(s+e,t+e).lineTo(-e,t+e);let n=new Ii;return n.moveTo(0,0).lineTo(s,0).lineTo(s,t).lineTo(0,t),i.holes.push(n),new Et(new hn(i),as("#888888"))}var os=class{constructor(t,e,{fades:i=!1,dash:n=0}={}){Object.assign(this,{width:t,count:e,fades:i});let r=new Wt;this.position=new Gt(new Float32Array(6*e),3),r.setAttribute("position",this.position);let a=[];for(let o=0;o+1<e;o++)n&&Math.floor(o/n)%2||a.push(2*o,2*o+1,2*o+2,2*o+1,2*o+3,2*o+2);r.setIndex(a),this.mesh=new Et(r,as("#888888")),this.mesh.material.opacity=.9,this.mesh.frustumCulled=!1}lay(t){let e=t.slice(-this.count),{array:i}=this.position,n=e.length-1;for(let r=0;r<this.count;r++){let a=e[Math.min(r,n)]??[0,0],[o,l]=[e[Math.max(Math.min(r,n)-1,0)],e[Math.min(r+1,n)]],[c,h]=o?[l[0]-o[0],l[1]-o[1]]:[0,0],d=Math.hypot(c,h)||1,u=this.width/2*(this.fades?Math.min(1,.25+1.5*r/e.length):1);[c,h]=[c/d*u,h/d*u],i.set([a[0]-h,a[1]+c,0,a[0]+h,a[1]-c,0],6*r)}this.position.needsUpdate=!0}};function Tp(s,t){let e=s.length?[s[0]]:[],i=t;for(let n=1;n<s.length;n++){let[r,a]=s[n-1],o=Math.hypot(s[n][0]-r,s[n][1]-a);for(;o>=i;)r+=(s[n][0]-r)*i/o,a+=(s[n][1]-a)*i/o,o-=i,i=t,e.push([r,a]);i-=o}return e}var Nl=class{constructor(t,e){let i=new Ii;i.moveTo(0,-.5).lineTo(1,-.5).lineTo(1,.5).lineTo(0,.5);let n=new Ii;n.moveTo(0,-1.7).lineTo(3.6,0).lineTo(0,1.7),this.shaft=new Et(new hn(i),as(e)),this.head=new Et(new hn(n),as(e)),this.mesh=new de,this.second=new Et(this.head.geometry,as(e)),this.mesh.add(this.shaft,this.head,this.second),this.width=t}get visible(){return this.mesh.visible}point(t,e,i=!1){let n=e.length();if(this.mesh.visible=n>this.width,!this.mesh.visible)return;let r=Math.min(3.6*this.width,.6*n);this.mesh.position.copy(t),this.mesh.rotation.z=Math.atan2(e.y,e.x),this.shaft.scale.set(n-r,this.width,1),this.head.position.x=n-r,this.head.scale.set(r/3.6,r/3.6,1),this.cut=this.second.visible=i,this.second.position.x=n-1.8*r,this.second.scale.copy(this.head.scale),this.tip=t.clone().add(e)}};var CM=6,IM=.45,PM=.12,LM=[.55,.75],DM=.006,Fn=class extends Et{constructor(t,{width:e=CM,thin:i=IM,faint:n=PM}={}){let r=new Wt,a=[],o=(h,d)=>{let u=new Gt(new Float32Array(2*d*t),d);return r.setAttribute(h,u),u},l={place:o("position",3),before:o("before",3),after:o("after",3)},c=o("side",2);for(let h=0;h<t;h++)c.array.set([1,h/(t-1),-1,h/(t-1)],4*h),h+1<t&&a.push(2*h,2*h+1,2*h+2,2*h+1,2*h+3,2*h+2);r.setIndex(a),super(r,new te({glslVersion:ie,transparent:!0,depthTest:!1,depthWrite:!1,side:we,vertexShader:`${Ae} in vec3 position, before, after; in vec2 side; uniform vec2 size; out float along, aside;
vec2 seen(vec3 place, out vec4 at) { at = projectionMatrix * viewMatrix * vec4(place, 1.0); return at.xy / at.w * size; }
void main() {
  vec4 at, other;
  vec2 here = seen(position, at), way = seen(after, other) - seen(before, other);
  vec2 across = vec2(-way.y, way.x) / max(length(way), 1e-6);
  along = side.y; aside = side.x;
  float width = ${e.toFixed(1)} * mix(1.0, ${i.toFixed(3)}, along);
  gl_Position = at + vec4(side.x * width * across / size * at.w, 0.0, 0.0);
}`,fragmentShader:`precision highp float; in float along, aside; out vec4 pixel; uniform vec3 colour, rim;
void main() {
  float beside = smoothstep(${LM.join(", ")}, abs(aside));
  pixel = vec4(mix(colour, rim, beside), (1.0 - 0.3 * beside) * mix(1.0, ${n.toFixed(3)}, along));
}`,uniforms:{colour:{value:new _t},rim:{value:new _t},size:{value:new ht(1,1)}}})),Object.assign(this,{...l,points:t,way:[],frustumCulled:!1,visible:!1,renderOrder:-1})}resize(t,e){this.material.uniforms.size.value.set(t,e)}lay(t,e,i){if(this.visible=!!e?.length,this.way=[],!this.visible)return;this.way=Array.from({length:this.points},(r,a)=>new E().fromArray(e,Math.min(3*a,e.length-3))),this.way[0].copy(t);let n=this.points-1;this.way.forEach((r,a)=>{let[o,l]=[this.way[Math.max(a-1,0)],this.way[Math.min(a+1,n)]];for(let[c,h]of[[this.place,r],[this.before,o],[this.after,l]])h.toArray(c.array,6*a),h.toArray(c.array,6*a+3)});for(let r of[this.place,this.before,this.after])r.needsUpdate=!0;this.material.uniforms.colour.value.set(i).convertLinearToSRGB()}dress(){this.material.uniforms.rim.value.set(Kt("--stage")).convertLinearToSRGB()}},Ul=class{constructor({lines:t,points:e},i){Object.assign(this,{points:e,places:[]}),this.ribbons=Array.from({length:t},()=>new os(DM*i,e,{fades:!0,dash:1}))}get meshes(){return this.ribbons.map(({mesh:t})=>t)}lay(t,e,i){this.ribbons.forEach(({mesh:n})=>{n.visible=!!e?.length}),this.places=[],e?.length&&this.ribbons.forEach((n,r)=>{let a=2*this.points*r,o=Array.from({length:this.points},(l,c)=>[...e.subarray(a+2*c,a+2*c+2)]);o[0]=t(r),this.places.push(...o),n.lay(o.reverse()),n.mesh.material.color.set(i)})}},Ol=class{constructor({lines:t,points:e}){Object.assign(this,{points:e,places:[]}),this.meshes=Array.from({length:t},()=>new Fn(e))}lay(t,e,i){let n=3*this.points;this.meshes.forEach((r,a)=>{r.lay(new E(...t(a)),e?.subarray(n*a,n*(a+1)),i)}),this.places=this.meshes.flatMap(r=>r.way.map(a=>a.toArray()))}};var Ep=.5,Rp=.26,Cp=30,Ip=.12,hu=16,NM=1.2,UM=["--beside","--above","--below"],OM=.012;function uu(s,t){let e=Math.cos(t);return new E(Math.sin(s)*e,Math.sin(t),Math.cos(s)*e)}var Ys=class{constructor(t,e,i,n=!1){Object.assign(this,{low:t,high:e,points:i,flat:n,fit:1}),this.camera=new Je(Cp,1,.01,100),this.partial=new Je,this.reset(),this.now={...this.wanted,target:this.wanted.target.clone()}}reset(){let t=new E().addVectors(this.low,this.high).multiplyScalar(.5);this.wanted={azimuth:this.flat?0:Ep,elevation:this.flat?0:Rp,zoom:1,target:t},this.own=!1,this.width&&this.frame()}resize(t,e){this.aspect=t/e,this.width=t,this.height=e,this.camera.aspect=this.aspect;let i=Nn.degToRad(Cp)/2;this.camera.fov=2*Nn.radToDeg(Math.atan(Math.tan(i)/Math.min(this.aspect,1))),this.camera.updateProjectionMatrix(),this.frame(),this.own||this.now.target.copy(this.wanted.target)}frame(){let{width:t,height:e}=this,[i,n,r]=UM.map(c=>Number.parseFloat(Kt(c))),a=[[i,hu,hu],[hu,n,r]].filter(([c,h,d])=>t>2.5*c&&e>1.5*(h+d)).map(([c,h,d])=>this.seen({left:c,top:h,right:t-c,bottom:e-d}));a.push(this.seen({left:0,top:0,right:t,bottom:e}));let[{distance:o,target:l}]=a.length>1?a.slice(0,-1).sort((c,h)=>c.distance-h.distance):a;this.fit=o*(this.flat?1:NM),!this.own&&this.wanted.target.copy(l)}seen({left:t,top:e,right:i,bottom:n}){let r=Math.tan(Nn.degToRad(this.camera.fov)/2),a=r*this.aspect,[o,l]=this.flat?[0,0]:[Ep,Rp],c=uu(o,l),h=uu(o+Math.PI/2,0),d=c.clone().cross(h),u=[[h,(2*t/this.width-1)*a,(2*i/this.width-1)*a],[d,(1-2*n/this.height)*r,(1-2*e/this.height)*r]].map(([m,g,_])=>{let S=this.points.map(A=>[A.dot(m),A.dot(c)]),v=Math.max(...S.map(([A,x])=>A+_*x)),T=Math.min(...S.map(([A,x])=>A+g*x));return{axis:m,low:g,high:_,most:v,least:T,distance:(v-T)/(_-g)}}),f=Math.max(...u.map(m=>m.distance)),p=this.points.reduce((m,g)=>m+g.dot(c),0)/this.points.length,y=c.clone().multiplyScalar(p);for(let{axis:m,low:g,high:_,most:S,least:v}of u)y.addScaledVector(m,(S+v-(g+_)*f)/2);return{distance:f-p,target:y}}through({left:t,top:e,width:i,height:n}){return this.partial.copy(this.camera,!1),this.partial.setViewOffset(this.width,this.height,t,e,i,n),this.partial}onScreen(t){let e=t.clone().project(this.camera);return[(e.x+1)/2*this.width,(1-e.y)/2*this.height]}around(t){let{camera:e}=this,i={left:1/0,top:1/0,right:-1/0,bottom:-1/0},n=r=>r.clone().applyMatrix4(e.matrixWorldInverse).z>-e.near;if(t.some(n))return{left:-1/0,top:-1/0,right:1/0,bottom:1/0};for(let[r,a]of t.map(o=>this.onScreen(o)))i.left=Math.min(i.left,r),i.right=Math.max(i.right,r),i.top=Math.min(i.top,a),i.bottom=Math.max(i.bottom,a);return i}widen(t,e,i,n=0){let{camera:r,width:a,height:o}=this,l=new Qt().multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),c=(i?l.multiply(i):l).elements,[h,d,u,f]=[1/0,-1/0,1/0,-1/0];for(let y=0;y<e.length;y+=3){let m=e[y],g=e[y+1],_=e[y+2],S=c[3]*m+c[7]*g+c[11]*_+c[15],v=(c[0]*m+c[4]*g+c[8]*_+c[12])/S,T=(c[1]*m+c[5]*g+c[9]*_+c[13])/S;if(S<r.near)return Object.assign(t,{left:-1/0,top:-1/0,right:1/0,bottom:1/0});v<h&&(h=v),v>d&&(d=v),T<u&&(u=T),T>f&&(f=T)}let p=n/this.metresPerPixel(this.now.target);return t.left=Math.min(t.left,(h+1)/2*a-p),t.right=Math.max(t.right,(d+1)/2*a+p),t.top=Math.min(t.top,(1-f)/2*o-p),t.bottom=Math.max(t.bottom,(1-u)/2*o+p),t}ray(t,e){let i=new E(2*t/this.width-1,1-2*e/this.height,.5).unproject(this.camera);return new Cn(this.camera.position.clone(),i.sub(this.camera.position).normalize())}turn(t,e){if(this.flat)return this.pan(t,e);let{wanted:i}=this;this.own=!0,i.azimuth-=t*.006,i.elevation=Nn.clamp(i.elevation+e*.006,-Ip/2,Math.PI/2-Ip)}pan(t,e){this.own=!0;let i=this.metresPerPixel(this.wanted.target),n=new E().setFromMatrixColumn(this.camera.matrix,0),r=new E().setFromMatrixColumn(this.camera.matrix,1);this.wanted.target.addScaledVector(n,-t*i).addScaledVector(r,e*i);let a=new E().subVectors(this.high,this.low).multiplyScalar(.5);this.wanted.target.clamp(this.low.clone().sub(a),this.high.clone().add(a))}zoom(t){this.wanted.zoom=Nn.clamp(this.wanted.zoom*t,.35,8)}get pixel(){return 2*Math.tan(Nn.degToRad(this.camera.fov)/2)/this.height}metresPerPixel(t){let e=t.clone().applyMatrix4(this.camera.matrixWorldInverse).z;return Math.abs(e)*this.pixel}advance(t,e){let{now:i,wanted:n}=this,r=e?1:1-Math.exp(-OM*t),a=[i.azimuth,i.elevation,i.zoom,...i.target];for(let h of["azimuth","elevation","zoom"])i[h]+=r*(n[h]-i[h]);i.target.lerp(n.target,r);let o=this.fit/i.zoom,{camera:l}=this;return l.position.copy(uu(i.azimuth,i.elevation)).multiplyScalar(o).add(i.target),l.near=o/50,l.far=o*8,l.lookAt(i.target),l.updateMatrixWorld(),l.updateProjectionMatrix(),[i.azimuth,i.elevation,i.zoom,...i.target].some((h,d)=>Math.abs(h-a[d])>1e-5)}};var FM=.6,[BM,kM]=[.5,.85],Fl=class extends Et{constructor(t,e){super(new Cr(t),Si("#000000",e))}set colour(t){this.material.uniforms.colour.value.setRGB(...ki(t))}},du=class extends de{constructor(t){super(),this.bright=new Fl(1.15*t,1),this.pale=new Fl(FM*1.15*t,BM),this.thread=new ji("#000000",.2*t),this.add(this.bright,this.pale,this.thread)}show(t,e,i){this.bright.visible=i,this.pale.visible=!i;for(let n of[this.bright,this.pale])n.position.copy(t);this.thread.visible=!!e,e&&this.thread.span(t,e)}dress(t,e){this.bright.colour=this.pale.colour=t,this.thread.material.uniforms.colour.value.setRGB(...ki(e))}},Bl=class extends de{constructor(t,e,i,n){super(),Object.assign(this,{rest:t,basis:e,rank:i,thick:n,all:[],places:[],visible:!1}),this.middles=Array.from({length:t.length/3},()=>new ni("#000000",.7*n));for(let r of this.middles)r.material=Si("#000000",kM),this.add(r)}get regions(){return this.middles.length}middle(t,e,i=new E){let{rest:n,basis:r,rank:a}=this,o=[0,1,2].map(l=>n[3*t+l]);for(let l=0;l<a;l++)for(let c=0;c<3;c++)o[c]+=r[3*(t*a+l)+c]*e[l];return i.set(...o)}resting(t){return new E().fromArray(this.rest,3*t)}show(t,e,i){for(;this.all.length<t.length;){let n=new du(this.thick);this.all.push(n),this.add(n),this.dress()}this.places=t.map(({place:n})=>n),this.all.forEach((n,r)=>{n.visible=r<t.length,n.visible&&n.show(t[r].place,t[r].came,t[r].here)}),this.middles.forEach((n,r)=>{this.middle(r,e,n.position),n.scale.setScalar(r===i?1.5:1)})}dress(){let[t,e]=[Kt("--key"),Kt("--alarm")];for(let i of this.all)i.dress(t,e);for(let i of this.middles)i.colour=t}};var zM="#b9c0ca",GM="#8c7fb8",VM=25,kl=class extends de{constructor(t,{obstacle_rest:e,obstacle_triangles:i}){super();let n=0;this.each=t.map(({triangles:r,place:a,rest:o,tool:l,free:c})=>{let h=i.data.slice(3*n,3*(n+r)),d=h.reduce((y,m)=>Math.min(y,m),1/0),u=h.reduce((y,m)=>Math.max(y,m),0),f=new Wt;n+=r,f.setAttribute("position",new Gt(e.data.slice(3*d,3*(u+1)),3)),f.setIndex(new Gt(h.map(y=>y-d),1)),f.computeVertexNormals(),f.computeBoundingBox();let p=new Et(f,Si(l<0?zM:GM));return p.matrixAutoUpdate=p.frustumCulled=!1,this.add(p),{mesh:p,tool:l,free:c,place:a,from:o,flat:r<=2}});for(let{mesh:r,place:a}of this.each)Pp(r,a)}show(t){for(let{mesh:e,tool:i}of this.each)i>=0&&t.length>=12*(i+1)&&Pp(e,t.slice(12*i,12*(i+1)))}get corners(){return this.each.filter(({flat:t})=>!t).flatMap(({mesh:t})=>{let{min:e,max:i}=t.geometry.boundingBox;return[0,1,2,3,4,5,6,7].map(n=>new E(n&1?i.x:e.x,n&2?i.y:e.y,n&4?i.z:e.z).applyMatrix4(t.matrix))})}},zl=class extends de{constructor(t,e,i,n){super(),Object.assign(this,{each:t.each.filter(({tool:r,free:a})=>r>=0&&!a),orbit:e,link:i,pick:n,taken:null,corners:[]})}show(){}at(t,e){let{origin:i,direction:n}=this.orbit.ray(t,e),r=new Nr(i,n),[a]=r.intersectObjects(this.each.map(({mesh:l})=>l),!1),o=a&&this.pick(t,e);return a&&!(o&&o.point.distanceTo(i)<a.distance)?a:null}take(t,e){let i=this.at(t,e);if(!i)return!1;let n=this.orbit.camera.getWorldDirection(new E).negate(),{tool:r,from:a}=this.each.find(({mesh:l})=>l===i.object),o=new E().setFromMatrixPosition(i.object.matrix);return this.taken={tool:r,offset:o.sub(i.point),rest:new E(...a),plane:new ye().setFromNormalAndCoplanarPoint(n,i.point)},!0}drag(t,e){let{taken:i}=this,n=this.orbit.ray(t,e).intersectPlane(i.plane,new E);n&&(i.to=n.add(i.offset).sub(i.rest)),performance.now()-(this.sent??0)>=VM&&this.tell()}tell(){this.sent=performance.now();let{tool:t,to:e}=this.taken;e&&this.link.carry(e.toArray(),t)}drop(){this.taken&&this.tell(),this.taken=null}};function Pp(s,[t,e,i,...n]){s.matrix.set(...n.slice(0,3),t,...n.slice(3,6),e,...n.slice(6),i,0,0,0,1),s.matrixWorldNeedsUpdate=!0}var fu="#7b5ea7",HM=3.2,WM=25,XM=10,Gl=class extends de{constructor({pivot:t,radius:e},i,n,r){super(),Object.assign(this,{pivot:new E(...t),pose:i,orbit:n,link:r,radius:e,taken:null}),this.ball=new ni(fu,e),this.knob=new ni(fu,.6*e),this.rod=new ji(fu,.3*e),this.add(this.ball,this.knob,this.rod),this.show()}show(){let{ball:t,knob:e,rod:i}=this;t.position.copy(this.pivot).applyMatrix4(this.pose),e.position.copy(this.pivot).add(new E(0,HM*this.radius,0)).applyMatrix4(this.pose),i.span(t.position,e.position)}get corners(){return[this.ball,this.knob].flatMap(({position:t,radius:e})=>[-1,1].flatMap(i=>[0,1,2].map(n=>t.clone().setComponent(n,t.getComponent(n)+i*e))))}at(t,e,i=!1){return["ball","knob"].find(n=>{let{position:r,radius:a}=this[n],[o,l]=this.orbit.onScreen(r);return Math.hypot(o-t,l-e)<a/this.orbit.metresPerPixel(r)+XM*(i?2:1)})}take(t,e,i){let n=this.at(t,e,i);if(!n)return!1;let r=this.orbit.camera.getWorldDirection(new E).negate(),a=this[n].position.clone(),[o,l]=this.orbit.onScreen(a);return this.taken={name:n,offset:[o-t,l-e],plane:new ye().setFromNormalAndCoplanarPoint(r,a),to:this.ball.position.clone().sub(this.pivot),turn:new mi().setFromRotationMatrix(this.pose),lever:this.knob.position.clone().sub(this.ball.position).normalize(),middle:this.ball.position.clone()},!0}drag(t,e){let{taken:i}=this,n=new E;if(this.orbit.ray(t+i.offset[0],e+i.offset[1]).intersectPlane(i.plane,n)){if(i.name==="ball")i.to=n.sub(this.pivot);else{let a=n.sub(i.middle).normalize();i.now=new mi().setFromUnitVectors(i.lever,a).multiply(i.turn)}performance.now()-(this.sent??0)>=WM&&this.tell()}}tell(){this.sent=performance.now();let{to:t,turn:e,now:i=e}=this.taken;this.link.carry(t.toArray(),qM(i))}drop(){this.taken&&this.tell(),this.taken=null}};function qM({x:s,y:t,z:e,w:i}){let n=Math.hypot(s,t,e),r=i<0?-1:1,a=n<1e-9?2*r:2*r*Math.atan2(n,r*i)/n;return[s,t,e].map(o=>a*o)}var $M="#8a94a1",YM=6,Lp=12,Dp=5,ZM=30,JM=.25,KM=4,Np=s=>s.map(t=>new E(...t)),Vl=class extends Et{constructor({places:t,normal:e},i){super(void 0,Si($M)),Object.assign(this,{thickness:i,normal:e&&new E(...e)}),this.lead(Np(t))}lead(t){let e=t.length>2&&t[0].distanceTo(t.at(-1))<this.thickness,i=new Zn(e?t.slice(0,-1):t,e);this.geometry.dispose(),this.geometry=new Pr(i,t.length,this.thickness/2,YM,e),this.points=t}goThrough(t){this.lead(Np(t))}},Hl=class{constructor(t,e,i,n,r){let a=u=>Math.min(...u.points.map(f=>{let[p,y]=e.onScreen(f);return Math.hypot(p-i,y-n)})),o=t.map(a).reduce((u,f,p,y)=>f<y[u]?p:u,0),l=t[o],c=e.camera.getWorldDirection(new E),h=l.points.reduce((u,f)=>u.add(f),new E).divideScalar(l.points.length),d=l.normal&&Math.abs(l.normal.dot(c))>JM?l.normal:c.negate();Object.assign(this,{which:o,path:l,orbit:e,digits:r,before:l.points,points:[],seen:[]}),this.plane=new ye().setFromNormalAndCoplanarPoint(d,h),this.go(i,n)}go(t,e){let i=this.seen.at(-1);if(i&&Math.hypot(t-i[0],e-i[1])<Dp)return;let n=this.orbit.ray(t,e).intersectPlane(this.plane,new E);n&&(this.seen.push([t,e]),this.points.push(n),this.points.length>1&&this.path.lead(this.points))}end(){let t=this.seen.reduce((c,[h,d],u,f)=>u?c+Math.hypot(h-f[u-1][0],d-f[u-1][1]):0,0),[e,i]=this.seen[0],n=([c,h])=>Math.hypot(c-e,h-i)<2*Dp,r=this.seen.findLastIndex(c=>!n(c));if(t<ZM||r<1)return{which:this.which,points:[]};let o=new Zn(this.points.slice(0,r+1),!0).getSpacedPoints(Lp).slice(0,Lp),l=c=>Number(c.toFixed(this.digits));return{which:this.which,points:o.map(c=>c.toArray().map(l))}}leave(){this.path.lead(this.before)}},Wl=s=>Math.min(Math.max(Math.ceil(KM-1-Math.log10(s)),0),9);var me=64,Gi=16,ql=me/Gi,jM=.6,Fp=[1,6,15,20,15,6,1].map(s=>s/64),Xl=(Fp.length-1)/2;function $l(s,t,e=!1){return new Gt(s,t,e).setUsage(Wr)}function Bp(s,t){let{index:e}=s;e.clearUpdateRanges(),e.addUpdateRange(0,Math.max(t,1)),e.needsUpdate=!0,s.setDrawRange(0,t)}function QM(s,t,e,i){for(let n=0;n<t.length;n+=3){let r=3*t[n],a=3*t[n+1],o=3*t[n+2],l=s[a]-s[r],c=s[a+1]-s[r+1],h=s[a+2]-s[r+2],d=s[o]-s[r],u=s[o+1]-s[r+1],f=s[o+2]-s[r+2],p=(c*f-h*u)*(e.x-s[r])+(h*d-l*f)*(e.y-s[r+1])+(l*u-c*d)*(e.z-s[r+2]);i[n/3]=p>0?1:0}}var Yl=class extends Et{constructor(t,e){let{triangles:i,count:n,closed:r}=t,a=new Wt;a.setAttribute("position",e.position),a.setAttribute("light",$l(new Uint8Array(4*n),4,!0)),a.setIndex($l(Uint32Array.from(i),1)),super(a,new te({glslVersion:ie,side:r?ei:we,vertexShader:`${Ae} in vec3 position; in vec3 light; out vec3 seen;
void main() { seen = light; gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,fragmentShader:"precision highp float; in vec3 seen; out vec4 pixel; void main() { pixel = vec4(seen, 1.0); }"})),Object.assign(this,{triangles:i,deformed:e,closed:r,frustumCulled:!1}),this.facing=new Uint8Array(i.length/3),this.normals=new Float32Array(3*n),this.colour=[0,0,0]}paint(t){this.colour=t}follow(t){let{triangles:e,deformed:i,geometry:n,closed:r}=this,{light:a}=n.attributes;if(kp(i.normal.array,e,this.normals),yp(i.position.array,this.normals,this.colour,!r,a.array),a.needsUpdate=!0,!r)return;QM(i.position.array,e,t,this.facing);let o=n.index.array,l=0;for(let c=0;c<e.length;c+=3)if(this.facing[c/3])for(let h=0;h<3;h++)o[l++]=e[c+h];Bp(n,l)}};function kp(s,t,e){e.set(s);for(let i=0;i<t.length;i+=3){let n=3*t[i],r=3*t[i+1],a=3*t[i+2];for(let o=0;o<3;o++){let l=s[n+o]+s[r+o]+s[a+o];e[n+o]+=l,e[r+o]+=l,e[a+o]+=l}}}var ta=class extends ln{constructor(t,e,i){let n=new Wt,r=tS(t.triangles);n.setAttribute("position",$l(new Float32Array(1.5*r.length),3)),super(n,new te({glslVersion:ie,blending:Os,depthTest:!1,depthWrite:!1,vertexShader:`${Ae} in vec3 position;
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,fragmentShader:`precision highp float; uniform vec3 colour; out vec4 pixel;
void main() { pixel = vec4(colour, 0.62); }`,uniforms:{colour:{value:new _t}}})),Object.assign(this,{triangles:t.triangles,deformed:e,edges:r,frustumCulled:!1,renderOrder:-10,named:i}),this.normals=new Float32Array(3*t.count),this.towards=new Float32Array(t.count),this.facing=new Uint8Array(t.triangles.length/3)}follow(t,e){let{triangles:i,edges:n,geometry:r,normals:a,towards:o,deformed:l}=this,{position:c}=r.attributes,h=l.position.array;kp(l.normal.array,i,a);for(let u=0;u<h.length;u+=3)o[u/3]=a[u]*(t.x-h[u])+a[u+1]*(t.y-h[u+1])+a[u+2]*(t.z-h[u+2]);for(let u=0;u<i.length;u+=3)this.facing[u/3]=o[i[u]]+o[i[u+1]]+o[i[u+2]]>0?1:0;let d=0;for(let u=0;u<n.length;u+=4)if(this.facing[n[u+2]]!==this.facing[n[u+3]])for(let f of[n[u],n[u+1]])d=this.beside(3*f,t,e,d);c.clearUpdateRanges(),c.addUpdateRange(0,Math.max(d,3)),c.needsUpdate=!0,r.setDrawRange(0,d/3)}beside(t,e,i,n){let{normals:r,deformed:{position:{array:a}}}=this,o=this.geometry.attributes.position.array,l=Math.hypot(e.x-a[t],e.y-a[t+1],e.z-a[t+2]),c=jM*i*l/Math.max(Math.hypot(r[t],r[t+1],r[t+2]),1e-30);for(let h=0;h<3;h++)o[n++]=a[t+h]+c*r[t+h];return n}dress(){this.material.uniforms.colour.value.set(Kt(this.named)).convertLinearToSRGB()}};function tS(s){let t=new Map,e=[];for(let i=0;i<s.length;i++){let[n,r]=[s[i],s[i-i%3+(i+1)%3]],a=t.get(`${r} ${n}`);a!==void 0&&e.push(n,r,Math.floor(i/3),a),t.set(`${n} ${r}`,Math.floor(i/3))}return Uint32Array.from(e)}var Zl=class{constructor(t,e,i){Object.assign(this,{triangles:t.triangles,deformed:e,ground:i}),this.sharp=new Float32Array(me*me),this.across=new Float32Array(me*me),this.at=new Float32Array(2*t.count),this.texture=new Ci(new Uint8Array(me*me),me,me,Pi,be),Object.assign(this.texture,{minFilter:Zt,magFilter:Zt}),this.geometry=iS(i.reach)}update(){this.place(),this.fill(),Op(this.sharp,this.across,me,1),Op(this.across,this.sharp,1,me);let{data:t}=this.texture.image;for(let e=0;e<t.length;e++)t[e]=255*this.sharp[e];this.texture.needsUpdate=!0,this.choose(t)}get pressing(){let{height:t}=this.ground,[e,i]=Pl;return new Qt().set(1,-e,0,e*t,0,0,0,t,0,-i,1,i*t,0,0,0,1)}get edge(){return 2*Xl*this.ground.reach/me}place(){let{at:t,ground:{centre:e,height:i,reach:n}}=this,r=this.deformed.position.array,[a,o]=Pl,l=.5*me/n;for(let c=0,h=0;c<r.length;c+=3,h+=2){let d=r[c+1]-i;t[h]=(r[c]-a*d-e.x+n)*l,t[h+1]=(r[c+2]-o*d-e.z+n)*l}}fill(){let{at:t,sharp:e,triangles:i}=this;e.fill(0);for(let n=0;n<t.length;n+=2)Up(e,t[n]|0,t[n+1]|0);for(let n=0;n<i.length;n+=3){let r=2*i[n],a=2*i[n+1],o=2*i[n+2],l=t[r]-.5,c=t[r+1]-.5,h=t[a]-t[r],d=t[a+1]-t[r+1],u=t[o]-t[r],f=t[o+1]-t[r+1],p=h*f-d*u,y=Math.max(0,Math.ceil(l+Math.min(0,h,u))),m=Math.max(0,Math.ceil(c+Math.min(0,d,f))),g=Math.min(me-1,l+Math.max(0,h,u)),_=Math.min(me-1,c+Math.max(0,d,f));for(let S=m;S<=_;S++)for(let v=y;v<=g;v++){let T=((v-l)*f-(S-c)*u)/p,A=(h*(S-c)-d*(v-l))/p;T>=0&&A>=0&&T+A<=1&&Up(e,v,S)}}}choose(t){let e=this.geometry.index.array,i=0;for(let n=0;n<Gi;n++)for(let r=0;r<Gi;r++){if(!eS(t,r*ql,n*ql))continue;let a=n*(Gi+1)+r,o=a+Gi+1;for(let l of[a,a+1,o,o,a+1,o+1])e[i++]=l}Bp(this.geometry,i)}};function Up(s,t,e){t>=0&&e>=0&&t<me&&e<me&&(s[e*me+t]=1)}function eS(s,t,e){for(let i=Math.max(e-1,0);i<=Math.min(e+ql,me-1);i++)for(let n=Math.max(t-1,0);n<=Math.min(t+ql,me-1);n++)if(s[i*me+n])return!0;return!1}function Op(s,t,e,i){for(let n=0;n<me;n++)for(let r=0;r<me;r++){let a=0;for(let o=-Xl;o<=Xl;o++)r+o>=0&&r+o<me&&(a+=Fp[o+Xl]*s[n*e+(r+o)*i]);t[n*e+r*i]=a}}function iS(s){let t=[];for(let i=0;i<=Gi;i++)for(let n=0;n<=Gi;n++)t.push((2*n/Gi-1)*s,0,(2*i/Gi-1)*s);let e=new Wt;return e.setAttribute("position",new Gt(new Float32Array(t),3)),e.setIndex($l(new Uint32Array(6*Gi*Gi),1)),e}var nS={"":Un,hit:up,missed:dp},Jl=class{constructor({name:t,radius:e,anchor:i,flies:n}){Object.assign(this,{name:t,flies:n,group:new de,outcome:"",place:new E}),this.anchor=new E(...i),this.ball=new ni(Un,n?.4*e:e),this.string=new ji("#8a94a1",.06*e),this.string.visible=!n,this.group.add(this.ball,this.string)}get corners(){let{place:t,ball:{radius:e}}=this,i=[t.clone().addScalar(e),t.clone().subScalar(e)];return this.flies?i:[...i,this.anchor]}show(t){this.group.visible=t!==null;let{outcome:e,when:i,place:n}=t??{outcome:"",when:0,place:this.place.toArray()};e!==this.outcome&&(this.ball.colour=nS[e]),Object.assign(this,{outcome:e,when:i}),this.ball.position.copy(this.place.set(...n)),this.string.span(this.place,this.anchor)}get verdict(){return this.outcome?`${(this.flies?{hit:"landed",missed:"could not land"}:{hit:"hit",missed:"missed"})[this.outcome]} at ${this.when.toFixed(2)} s`:""}};var sS="#c24e9a",pu=14,rS=.45,zp=.9,aS=.22,oS=4e3,lS=3,cS=1.25,Gp=.06,hS=8,uS=12,Kl=class{constructor(t,e,i,n){let{rest:r,basis:a,triangles:o,coarse:l,mass:c}=t.arrays;Object.assign(this,{plant:t,link:e,tags:i,power:n}),this.surface=new $s(r.data,a.data,o.data,t.rank,n.fetches),this.scene=new Re,this.forces=new Re;let h=n.thrifty&&o.data.length/3>oS,d=h?this.surface.by(l.data):this.surface,u=d.creased();this.creased=u.copy(),this.ghostly=d.copy(),this.body=new(h?Yl:Rl)(u,this.creased),this.ghost=new(h?ta:Qr)(d,this.ghostly,"--reference",15),this.scene.add(this.body,this.ghost),t.markers&&(this.guessed=d.copy(),this.guess=new(h?ta:Qr)(d,this.guessed,"--estimate",240),this.scene.add(this.guess)),this.state=new Float32Array(t.rank),this.net=pS(a.data,c.data,t.rank),this.colour=[.5,.5,.5],this.furnish()}furnish(){let[t,e]=this.plant.extent.map(_=>new E(..._)),i=t.y;this.targets=this.plant.targets.map(_=>new Jl(_));let n=fS(this.plant.arrays.reach.data);for(let{place:_,radius:S}of this.plant.targets)for(let v of[-1,1])n.push(new E(..._).addScalar(v*S));for(let _ of this.plant.paths.flatMap(({places:S})=>S))n.push(new E(..._));for(let _ of n)t.min(_),e.max(_);this.orbit=new Ys(t,e,n),this.radius=t.distanceTo(e)/2;let a={centre:new E().addVectors(t,e).multiplyScalar(.5),height:i,reach:cS*this.radius};this.shadow=new(this.power.fetches?Cl:Zl)(this.creased.surface,this.creased,a),this.floor=new Il(a,this.radius,this.shadow);let o=this.thick=.026*this.radius;this.push=new On(Bi,o),this.force=new On("#0072b2",o),this.thread=new ji(Bi,.25*o),this.knot=new ni(Bi,.75*o),this.cursor=new ni(Bi,.5*o),this.future=new Fn(this.plant.plan.points);for(let _ of[this.thread,this.knot,this.cursor])_.visible=!1;this.scene.add(this.floor),this.obstacles=new kl(this.plant.obstacles,this.plant.arrays),this.scene.add(this.obstacles),this.pressed=this.plant.obstacles.map(()=>new On(hp,o));for(let _ of this.pressed)this.forces.add(_);this.forces.add(this.future,this.push,this.force,this.thread,this.knot,this.cursor);for(let _ of this.targets)this.scene.add(_.group);this.paths=[],this.lead(this.plant.paths);let{route_rest:l,route_basis:c}=this.plant.arrays,{muscles:h}=this.plant;this.cables=l?new Ll(h.map(({route:_})=>_),l.data,c.data,this.plant.rank):null,this.cables&&this.forces.add(this.cables);let{wall_rest:d,wall_basis:u,wall_triangles:f}=this.plant.arrays;this.chambers=d?new Dl(h.map(({wall:_})=>_),d.data,u.data,f.data,this.plant.rank,this.surface.pose):null,this.inside=new Re,this.chambers&&this.inside.add(this.chambers);let{region_rest:p,region_basis:y}=this.plant.arrays;this.marks=new Bl(p.data,y.data,this.plant.rank,o),this.forces.add(this.marks),this.markers=(this.plant.markers??[]).map(()=>new ni(sS,.7*o));for(let _ of this.markers)this.forces.add(_);let{handle:m}=this.plant,g=this.plant.obstacles.some(({tool:_,free:S})=>_>=0&&!S);this.mount=m?new Gl(m,this.surface.pose,this.orbit,this.link):g?new zl(this.obstacles,this.orbit,this.link,(_,S)=>this.pick(_,S,0)):null,this.mount&&this.forces.add(this.mount),this.perNewton=rS*this.radius/this.plant.force}dress(){Tl(),this.floor.dress(),this.ghost.dress(),this.guess?.dress(),this.future.dress(),this.cables?.dress(),this.marks.dress()}resize(t,e){this.orbit.resize(t,e)}seen(){let{creased:t,ghostly:e,shadow:i,push:n,force:r,held:a,orbit:o}=this,l=[];for(let h of[n,r,...this.pressed])h.visible&&l.push(h.position,h.tip);a&&l.push(a.to),l.push(...this.future.way,...this.mount?.corners??[]),this.marks.visible&&l.push(...this.marks.places);for(let h of this.targets)h.group.visible&&l.push(...h.corners);l.push(...this.obstacles.corners);for(let h of this.paths)l.push(...h.points);let c=o.around(l);this.cables&&o.widen(c,this.cables.places);for(let{array:h}of[t.position,e.position])o.widen(c,h);return o.widen(c,t.position.array,i.pressing,i.edge)}show(t,e,i,n,r){this.state=t.subarray(0,this.plant.rank),this.settle(t.subarray(this.plant.rank)),this.frame=i,this.creased.update(n,this.state),this.ghostly.update(n,e),this.guessed?.update(n,i.estimate),this.markers.forEach((o,l)=>this.surface.placeOf(this.plant.markers[l],this.state,o.position)),this.turn=((this.turn??-1)+1)%(this.power.thrifty?lS:1),this.turn===0&&this.shadow.update(n),this.blendColour(i.controller,r),this.showForces(i);let a=i.muscles.map(({value:o},l)=>this.pull(o,this.plant.muscles[l]));this.cables?.show(this.state,a.map(Math.abs),this.surface.pose),this.chambers?.show(n,this.state,a),this.future.lay(this.watched(),i.plan?.ways,ci(i.controller)),this.targets.forEach((o,l)=>o.show(i.targets[l]??null))}settle(t){if(this.plant.handle||this.obstacles.show(t),!this.plant.handle||t.length<12)return;let[e,i,n,...r]=t;this.surface.pose.set(...r.slice(0,3),e,...r.slice(3,6),i,...r.slice(6),n,0,0,0,1),this.mount?.show()}blendColour(t,e){let i=ki(Ws(t)),n=Kr()||!e?1:1-Math.exp(-e/120);this.colour=this.colour.map((r,a)=>r+n*(i[a]-r)),this.body.paint(this.colour)}showForces(t){let e=new E(...t.force);this.push.point(new E(...t.at),this.arrowOf(e),this.isCut(e));let i=new E;for(let r=0;r<this.plant.rank;r++)for(let a=0;a<3;a++)i.setComponent(a,i.getComponent(a)+this.net[3*r+a]*t.control[r]);let{elements:n}=this.surface.pose;i.set(...[0,1,2].map(r=>n[r]*i.x+n[r+4]*i.y+n[r+8]*i.z)),this.force.colour=ci(t.controller),this.tags.paint(ci(t.controller)),this.force.point(this.watched(),this.arrowOf(i),this.isCut(i)),this.pressed.forEach((r,a)=>{let{force:o,at:l}=t.touches[a],c=new E(...o);r.point(new E(...l),this.arrowOf(c),this.isCut(c)),r.newtons=c.length()}),this.user=e.length(),this.control=i.length(),(this.held||this.chosen!==void 0)&&this.surface.placeOf(this.held?.vertex??this.handPlace(),this.state,this.knot.position),this.held&&(this.cursor.position.copy(this.held.to),this.thread.span(this.knot.position,this.held.to));for(let r of[this.thread,this.cursor])r.visible=!!this.held;this.knot.visible=!!this.held||this.chosen!==void 0}pull(t,{low:e,high:i}){return Math.max(-1,Math.min(t/(Math.max(-e,i)||1),1))}isCut(t){return t.length()*this.perNewton>zp*this.radius}arrowOf(t){return t.clone().multiplyScalar(this.perNewton).clampLength(0,zp*this.radius)}watched(){let t=new E,e=new E;for(let i of this.plant.watched)t.add(this.surface.placeOf(i,this.state,e));return t.divideScalar(Math.max(this.plant.watched.length,1))}isLow(){return!!(this.state&&this.plant.watched.length)&&this.orbit.onScreen(this.watched())[1]>this.orbit.height/2}draw(t,e){let i=this.orbit.through(e);for(let r of[this.ghost,this.guess])r?.resize?.(e.width,e.height);this.future.resize(e.width,e.height),this.cables?.resize(e.width,e.height),this.floor.fade(e.inside,t),hi.eye.value.copy(this.orbit.camera.position);for(let r of[this.body,this.ghost,this.guess])r?.follow?.(this.orbit.camera.position,this.orbit.pixel);t.clear(),t.render(this.scene,i),this.chambers&&(t.clearDepth(),t.render(this.inside,i)),t.clearDepth(),t.render(this.forces,i),this.label("push",this.push,this.user),this.label("control",this.force,this.control),this.pressed.forEach((r,a)=>this.label(`pressed ${a}`,r,r.newtons)),this.targets.forEach(({verdict:r,outcome:a,place:o,ball:l},c)=>{let h=r?this.orbit.onScreen(o):null;this.tags.judge(c,h,h&&l.radius/this.orbit.metresPerPixel(o),r,a)});let n=Xs(this.plant.force/4);this.tags.scale(n,n*this.perNewton/this.orbit.metresPerPixel(this.orbit.now.target))}label(t,e,i){let n=[e.position,e.tip].map(r=>e.visible?this.orbit.onScreen(r):null);this.tags.place(t,...n,i??0,"N",e.cut)}vertexOnScreen(t){return this.orbit.onScreen(this.surface.placeOf(t,this.state))}planned(){return this.future.way.map(t=>this.orbit.onScreen(t))}pick(t,e,i=pu){let n=this.surface.pick(this.orbit.ray(t,e),this.state);if(n)return n;for(let r=0;r<8;r++){let[a,o]=[Math.cos(r*Math.PI/4),Math.sin(r*Math.PI/4)],l=this.surface.pick(this.orbit.ray(t+i*a,e+i*o),this.state);if(l)return l}return null}grab(t,e,i){let n=this.pick(t,e,i?2*pu:pu);return n?(this.hold(n.vertex),this.held.from=[t,e],!0):!1}hold(t){let e=this.surface.placeOf(t,this.state),i=this.orbit.camera.getWorldDirection(new E).negate();this.held={vertex:t,to:e.clone(),plane:new ye().setFromNormalAndCoplanarPoint(i,e),since:performance.now(),start:e.clone(),offset:this.orbit.onScreen(e)},this.send()}drag(t,e){let{held:i}=this,[n,r]=i.from??i.offset;this.orbit.ray(i.offset[0]+t-n,i.offset[1]+e-r).intersectPlane(i.plane,i.to),i.moved=!0}tell(t){this.held.moved&&t-(this.sent??0)>=hS&&this.send(t)}send(t=performance.now()){this.sent=t,this.held.moved=!1,this.link.grab(this.held.vertex,this.held.to.toArray())}drop(){let{held:t}=this;if(!t)return;this.held=null,this.link.release();let e=(performance.now()-t.since)/1e3,i=new E().subVectors(t.to,t.start);if(t.from&&e<aS&&i.length()>.05*this.radius){let n=i.length()/Math.max(e,.03)/(6*this.radius),r=Math.min(this.plant.force*Math.max(.5,n),this.plant.largest_force);this.shove(t.vertex,i.setLength(r))}}shove(t,e){this.link.push({vertex:t,force:e.toArray(),duration:.1,radius:.15*this.radius})}beginStroke(t,e){this.stroke=new Hl(this.paths,this.orbit,t,e,Wl(this.radius))}endStroke(t=!1){let{stroke:e}=this;this.stroke=null,e&&(t||this.link.path(e.end()),e.leave())}lead(t){this.endStroke(!0);for(let e of this.paths)this.scene.remove(e),e.geometry.dispose();this.plant.paths=t,this.paths=t.map(e=>new Vl(e,.4*this.thick));for(let e of this.paths)this.scene.add(e)}repath(t,e){this.stroke?.which!==t?this.paths[t]?.goThrough(e):this.stroke.before=e.map(i=>new E(...i))}toggleHold(){return this.held?this.drop():this.hold(this.handPlace()),!!this.held}handPlace(){let t=this.plant.watched[0]??0;return this.chosen===void 0?t:this.spread[this.chosen]}spreadPlaces(t){return dS(this.surface.rest,this.plant.watched[0]??0,t)}choose(t){this.held&&this.drop(),this.spread??=this.spreadPlaces(uS);let e=this.spread.length;return this.chosen=((this.chosen??0)+t+e)%e,`${this.chosen+1} of ${e}`}flick(t){let e=new E().setFromMatrixColumn(this.orbit.camera.matrix,0);this.shove(this.held?.vertex??this.handPlace(),e.multiplyScalar(t*this.plant.force))}nudge(t,e){let i=new E().setFromMatrixColumn(this.orbit.camera.matrix,0),n=new E().setFromMatrixColumn(this.orbit.camera.matrix,1);this.held.to.addScaledVector(i,t*Gp*this.radius).addScaledVector(n,e*Gp*this.radius),this.held.moved=!0}};function dS(s,t,e){let i=[t],n=new Float64Array(s.length/3).fill(1/0);for(;i.length<Math.min(e,n.length);){let r=3*i.at(-1),a=0;for(let o=0;o<n.length;o++){let[l,c,h]=[0,1,2].map(d=>s[3*o+d]-s[r+d]);n[o]=Math.min(n[o],l*l+c*c+h*h),n[o]>n[a]&&(a=o)}i.push(a)}return i}function fS(s){return Array.from({length:s.length/3},(t,e)=>new E().fromArray(s,3*e))}function pS(s,t,e){let i=new Float64Array(3*e);for(let n=0;n<t.length;n++)for(let r=0;r<3*e;r++)i[r]+=t[n]*s[3*e*n+r];return i}var mu={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]},Vp=.025,mS=2e-4,Hp=50,jl=class{constructor(t,e,i,n,r){Object.assign(this,{canvas:t,view:e,acts:i,keyframes:n,changed:r,pointers:new Map,keys:new Set,doing:null,nudged:0,draws:!1});let a=(o,l)=>t.addEventListener(o,l);a("pointerdown",o=>this.down(o)),a("pointermove",o=>this.move(o));for(let o of["pointerup","pointercancel","lostpointercapture"])a(o,l=>this.up(l));a("contextmenu",o=>o.preventDefault()),t.addEventListener("wheel",o=>this.wheel(o),{passive:!1}),a("blur",()=>this.keys.clear()),a("keyup",({key:o})=>this.keys.delete(o)),document.addEventListener("keydown",o=>this.key(o))}at(t){let e=this.canvas.getBoundingClientRect();return[t.clientX-e.left,t.clientY-e.top]}down(t){let e=this.at(t);if(this.canvas.setPointerCapture(t.pointerId),this.pointers.set(t.pointerId,e),this.canvas.dataset.by="pointer",this.canvas.focus({preventScroll:!0}),this.pointers.size>1){this.doing==="grab"&&this.view.drop(),this.doing==="carry"&&this.view.mount.drop(),this.doing==="draw"&&this.toDraw(!1),this.doing==="key"&&this.keyframes.drop(!0),this.doing="pinch";return}if(this.view.mount?.take(...e,t.pointerType==="touch"))return this.doing=this.canvas.dataset.doing="carry",this.changed();let i=t.button>0||t.shiftKey||t.ctrlKey;this.view.held&&this.view.drop(),this.draws&&!i&&this.view.beginStroke(...e);let n=!i&&!this.draws,r=t.pointerType==="touch",a=n&&this.keyframes?.on&&this.keyframes.press(...e,r),o=n&&!this.keyframes?.on&&this.view.grab(...e,r);return this.doing=a?"key":o?"grab":i?"pan":this.draws?"draw":"turn",this.canvas.dataset.doing=this.doing,this.changed()}move(t){let e=this.pointers.get(t.pointerId),i=this.at(t);if(!e)return this.hover(t,i);let[n,r]=[i[0]-e[0],i[1]-e[1]];this.doing==="pinch"&&this.pinch(t.pointerId,i,n,r),this.pointers.set(t.pointerId,i),this.doing==="grab"&&this.view.held&&this.view.drag(...i),this.doing==="key"&&this.keyframes.held&&this.keyframes.drag(...i),this.doing==="carry"&&this.view.mount.drag(...i),this.doing==="pan"&&this.view.orbit.pan(n,r),this.doing==="draw"&&this.view.stroke?.go(...i),this.doing==="turn"&&this.view.orbit.turn(n,r),this.changed()}hover(t,e){if(this.draws||t.pointerType==="touch"||t.timeStamp-(this.hovered??0)<120)return;this.hovered=t.timeStamp;let i=this.keyframes?.on?this.keyframes.under(...e):this.view.mount?.at(...e)||this.view.pick(...e,0);this.canvas.dataset.doing=i?"over":""}pinch(t,e,i,n){let r=[...this.pointers].find(([l])=>l!==t)?.[1];if(!r)return;let a=this.pointers.get(t),o=l=>Math.hypot(l[0]-r[0],l[1]-r[1]);this.view.orbit.zoom(o(e)/Math.max(o(a),1)),this.view.orbit.pan(i/2,n/2)}up(t){this.pointers.delete(t.pointerId)&&(this.doing==="grab"&&this.view.held&&this.view.drop(),this.doing==="carry"&&this.view.mount.drop(),this.doing==="draw"&&this.drew(),this.doing==="key"&&this.keyframes.drop(t.type!=="pointerup"),this.doing=this.pointers.size?"pinch":null,this.canvas.dataset.doing=this.draws?"draw":"",this.changed())}toDraw(t){t&&!this.acts.draws()||(this.view.endStroke(!0),this.draws=t,this.canvas.dataset.doing=t?"draw":"",this.acts.drawing(t),this.changed())}drew(){this.view.endStroke(),this.toDraw(!1)}wheel(t){t.preventDefault();let e=(t.deltaY||(t.shiftKey?t.deltaX:0))*(t.deltaMode?20:1);(!t.shiftKey||!this.view.moveCut?.(-e*mS))&&this.view.orbit.zoom(Math.exp(-e*.0014)),this.changed()}key(t){if(t.ctrlKey||t.metaKey||t.altKey)return;let{target:e,key:i}=t;this.canvas.dataset.by="keyboard";let n=e.matches?.("input, select, dialog *"),r=e===this.canvas;if(i in mu){e.getAttribute?.("role")==="radio"?this.among(t):r&&(this.keys.add(i),this.panning=t.shiftKey,t.preventDefault());return}if(n&&i!=="?"||i===" "&&e.matches?.("button, summary"))return;let a=this.actOf(i);a&&(t.preventDefault(),a(),this.changed())}among(t){let e=[...t.target.parentElement.children],i=t.key==="ArrowLeft"||t.key==="ArrowUp"?-1:1,n=e[(e.indexOf(t.target)+i+e.length)%e.length];t.preventDefault(),n.focus(),n.click()}actOf(t){let{acts:e,view:i}=this,n=Number(t);return n>=1&&n<=e.names.length?()=>e.controller(e.names[n-1]):{" ":e.pause,r:e.rewind,j:e.jump,e:e.endless,p:e.push,"?":e.help,v:e.view,"+":()=>i.orbit.zoom(1.15),"=":()=>i.orbit.zoom(1.15),"-":()=>i.orbit.zoom(1/1.15),"[":()=>e.firmer(-.5),"]":()=>e.firmer(.5),h:i.mount?()=>e.leave():null,c:i.drawn?.cut?()=>e.say(i.cut()):null,PageUp:i.drawn?.cut?()=>i.moveCut(Vp):null,PageDown:i.drawn?.cut?()=>i.moveCut(-Vp):null,d:e.draw,k:e.keys,g:()=>this.take(),",":()=>this.choose(-1),".":()=>this.choose(1),f:()=>i.flick(t==="F"?-1:1),Escape:this.draws?()=>this.toDraw(!1):i.held?()=>i.drop():this.keyframes?.on?e.keys:null}[t.length===1?t.toLowerCase():t]}take(){this.canvas.focus({preventScroll:!0});let t=this.view.toggleHold();this.acts.say(t?"Held: arrow keys pull, G lets go.":"Let go.")}choose(t){return this.keyframes?.on?this.acts.say(`${this.keyframes.another(t)}: A sets a key-frame.`):(this.canvas.focus({preventScroll:!0}),this.acts.say(`Place ${this.view.choose(t)}: G takes hold, F flicks.`))}advance(t){if(!this.keys.size)return;let[e,i]=[0,0];for(let r of this.keys)e+=mu[r][0],i+=mu[r][1];let n=this.view.held&&this.doing!=="grab";this.nudged+=t,n?this.nudged>=Hp&&this.view.nudge(e,i):this.panning?this.view.orbit.pan(-e*.28*t,i*.28*t):this.view.orbit.turn(-e*.28*t,i*.28*t),this.nudged>=Hp&&(this.nudged=0),this.changed()}};var gS=.001,xS=1500,[_S,Wp]=[1,10],yS={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]},gn=s=>document.getElementById(s),gu=s=>s<.01?`${Xe(1e3*s)} mm`:`${Xe(100*s,3)} cm`,Ql=class{constructor({steps:t,dt:e},i){Object.assign(this,{steps:t,dt:e,act:i,buttons:new Map,held:null,landing:null,touched:0}),Object.assign(gn("moment"),{min:0,max:t,step:1,value:0}),gn("moment").addEventListener("input",()=>{this.touched=performance.now(),i.seek(Number(gn("moment").value)),this.tell(Number(gn("moment").value))})}show(t,e){e-this.touched<300||Number(gn("moment").value)===t||(gn("moment").value=t,this.tell(t))}tell(t){gn("moment").setAttribute("aria-valuetext",this.time(t))}time(t){return`${(t*this.dt).toFixed(2)} s`}lay(t,e,i){let{buttons:n}=this,r=new Map;this.landing&&performance.now()-this.landing.since>xS&&(this.landing=null);let a=this.held??this.landing;for(let o of t){let l=Ge(o),c=a?.place===o.place&&(l===a.id||!n.has(l)),h=c?a.id:l,d=n.get(h)??this.make(h);r.set(h,d),l===this.landing?.id&&(this.landing=null);let u={...o,step:c?a.then:o.step,off:i?o.off:null};this.dress(d,u,e===Ge(u))}for(let[o,l]of n)r.has(o)||l.remove();this.buttons=r,this.held&&!r.has(this.held.id)&&(this.held=null)}make(t){let e=document.createElement("button"),i=document.createElement("small");Object.assign(e,{type:"button",className:"key"}),e.append(document.createElement("i"),i),e.addEventListener("pointerdown",n=>this.press(n,e)),e.addEventListener("pointermove",n=>this.drag(n));for(let n of["pointerup","pointercancel","lostpointercapture"])e.addEventListener(n,()=>this.drop());e.addEventListener("keydown",n=>this.nudge(n,e));for(let n of["keyup","blur"])e.addEventListener(n,()=>this.settle());return e.addEventListener("focus",()=>this.act.choose(e.key,!this.held)),gn("diamonds").append(e),this.buttons.set(t,e),e}dress(t,e,i){let n=e.off>gS?`${gu(e.off)} off`:"";t.key=e,t.style.left=`${100*e.step/this.steps}%`,t.setAttribute("aria-pressed",String(i));let r=e.off===null?"being found":n||"met";t.setAttribute("aria-label",`Key-frame of ${e.name} at ${this.time(e.step)}: ${r}`),t.title=`${e.name}, ${this.time(e.step)}${n&&`, ${n}`}`;let a=t.lastChild;a.textContent!==n&&(a.textContent=n)}press(t,e){e.setPointerCapture(t.pointerId),e.focus({preventScroll:!0}),this.hold(e),this.held.from=t.clientX}hold(t){let{place:e,step:i}=t.key;this.held??={id:[...this.buttons].find(([,n])=>n===t)[0],place:e,step:i,then:i,moved:!1,from:null}}drag(t){let{held:e}=this;if(!e||e.from===null)return;let i=gn("diamonds").clientWidth;this.go(e.step+Math.round((t.clientX-e.from)*this.steps/i))}go(t){let{held:e}=this,i=Math.sign(t-e.then),n=[...this.buttons].filter(([a])=>a!==e.id).map(([,{key:a}])=>Ge(a)),r=Math.min(Math.max(t,1),this.steps);for(;n.includes(Ge({place:e.place,step:r}));)r+=i;r===e.then||r<1||r>this.steps||(Object.assign(e,{then:r,moved:!0}),this.act.move(e,!0))}drop(){this.held?.from!==null&&this.finish()}finish(){let{held:t,buttons:e}=this;if(this.held=null,!t?.moved)return;let i=e.get(t.id),n=Ge({place:t.place,step:t.then});i&&(e.delete(t.id),e.set(n,i),i.key={...i.key,step:t.then},this.landing={id:n,place:t.place,then:t.then,since:performance.now()},this.act.move(t,!1))}nudge(t,e){let i=yS[t.key];if(!(t.ctrlKey||t.metaKey||t.altKey)){if(i&&t.shiftKey)this.act.shift(e.key,...i);else if(i&&i[0])this.hold(e),this.go(this.held.then+i[0]*_S);else if(t.key==="PageUp"||t.key==="PageDown")this.hold(e),this.go(this.held.then+(t.key==="PageUp"?Wp:-Wp));else if(t.key==="Delete"||t.key==="Backspace")this.act.remove(e.key);else if(!i)return;t.preventDefault(),t.stopPropagation()}}settle(){this.held?.from===null&&this.finish(),this.act.settle()}focus(t){this.buttons.get(Ge(t))?.focus({preventScroll:!0})}},Ge=({place:s,step:t})=>`${s}:${t}`;var vS=90,ea=13,MS=4,SS=.03,Xp=.001,bS=12,Ue=s=>document.getElementById(s),tc=class{constructor(t,e,{send:i,say:n,changed:r}){Object.assign(this,{scene:t,view:e,send:i,say:n,changed:r,on:!1,list:[],about:{state:"closed"},held:null,sent:0}),this.digits=Wl(e.radius),this.points=t.arrays.points.data,this.timeline=new Ql(t,{seek:o=>this.seek(o),choose:(o,l)=>this.choose(o,l),remove:o=>this.remove(o),move:({place:o,step:l,then:c},h)=>this.move(o,l,c,h),settle:()=>this.drop(),shift:(o,l,c)=>this.shift(o,l,c)});let a={"key-add":()=>this.add(),"key-remove":()=>this.remove(this.chosen()),"key-undo":()=>i("undo"),"key-redo":()=>i("redo"),"save-scene":()=>this.ask("scene"),"save-bundle":()=>this.ask("bundle"),"save-cancel":()=>Ue("save-text").close()};for(let[o,l]of Object.entries(a))Ue(o).addEventListener("click",l);Ue("save-form").addEventListener("submit",()=>i("save",{what:this.saving,name:Ue("save-name").value})),document.addEventListener("keydown",o=>this.key(o))}toggle(){this.on=!this.on,Ue("timeline").hidden=!this.on,this.view.marks.visible=this.on,this.on?(this.send("keys"),this.about.state==="closed"&&(this.about={...this.about,state:"preparing"}),this.say("Drag a point of the body to where it is to be at this moment.")):this.drop(),this.write(),this.changed()}hear({keys:t,...e}){this.list=t.map(n=>({...n,name:this.nameOf(n.place),off:wS(n)})),this.about=e,this.on&&e.state==="closed"&&this.send("keys"),this.write();let i=this.list.find(n=>Ge(n)===this.fresh);i&&(this.fresh=void 0,this.timeline.focus(i)),this.changed()}write(){let{state:t,fault:e,undo:i,redo:n,saves:r,saving:a}=this.about,o=t==="ready",l=!this.making&&!this.held&&!this.timeline.held,c={preparing:"Getting ready…",unable:e}[t]??(a?"Saving…":l?e||this.missed():"Finding the motion…");Ue("keys-state").textContent!==c&&(Ue("keys-state").textContent=c),Ue("key-add").disabled=!o,Ue("key-remove").disabled=!this.chosen(),Ue("key-undo").disabled=!o||!i,Ue("key-redo").disabled=!o||!n;for(let h of["save-scene","save-bundle"])Ue(h).hidden=!r,Ue(h).disabled=!o||a||!this.list.length;this.timeline.lay(this.list,this.id,l)}missed(){let t=this.list.length,e=this.list.filter(({off:i})=>i>Xp);return t?e.length?`${e.length} of ${t} missed, by ${gu(Math.max(...e.map(({off:i})=>i)))} at most`:this.list.every(({off:i})=>i!==null)?`${t} key-frame${t>1?"s":""}, met`:"":"Drag a point of the body to set a key-frame."}show(t,e){this.frame=t,this.making!==t.flags.making&&(this.making=t.flags.making,this.on&&this.write()),this.on&&this.timeline.show(t.step,e)}draw(){let{marks:t,state:e}=this.view,i=this.frame?.step;if(!this.on)return;let n=this.held?.moved?this.held:null,r=this.list.filter(a=>!n||Ge(a)!==Ge(n)).map(a=>{let o=this.restOf(a.place).add(new E(...a.to)),l=a.off>Xp?this.restOf(a.place).add(new E(...a.came)):null;return{place:o,came:l,here:a.step===i||Ge(a)===this.id}});n&&r.push({place:n.at,came:this.placeOf(n.place),here:!0}),t.show(r,e,this.place<t.regions?this.place:-1)}chosen(){return this.list.find(t=>Ge(t)===this.id)}nameOf(t){let e=this.view.marks.regions;return t<e?this.scene.regions[t]:`point ${t-e+1}`}restOf(t){let{marks:e,surface:i}=this.view;return t<e.regions?e.resting(t):new E().fromArray(i.rest,3*this.points[t-e.regions])}placeOf(t,e=this.frame.reference){let{marks:i,surface:n}=this.view;return t<i.regions?i.middle(t,e):n.placeOf(this.points[t-i.regions],e)}seek(t){this.frame.flags.paused||this.send("pause",{on:!0}),this.send("seek",{step:t})}choose(t,e){this.id=Ge(t),this.place=t.place,e&&this.seek(t.step),this.write(),this.changed()}under(t,e,i){if(!this.frame)return null;let{view:n}=this,r=i?2*ea:ea,a=Math.max(this.frame.step,1),o=u=>{let[f,p]=n.orbit.onScreen(u);return Math.hypot(f-t,p-e)},l=this.list.map(u=>({key:u,at:this.restOf(u.place).add(new E(...u.to))})).map(u=>({...u,off:o(u.at)+(u.key.step===a?0:ea/2)})).filter(({off:u})=>u<=r).sort((u,f)=>u.off-f.off)[0];if(l)return{place:l.key.place,step:l.key.step,at:l.at,there:!0};let c=Array.from({length:n.marks.regions},(u,f)=>({place:f,step:a,at:this.placeOf(f)})).map(u=>({...u,off:o(u.at)})).filter(({off:u})=>u<=r).sort((u,f)=>u.off-f.off);if(c.length)return c[0];let h=n.pick(t,e,i?2*ea:ea);if(!h)return null;let d=n.marks.regions+this.nearest(h.vertex);return{place:d,step:a,at:this.placeOf(d)}}nearest(t){let{rest:e}=this.view.surface,i=a=>[0,1,2].reduce((o,l)=>o+(e[3*a+l]-e[3*t+l])**2,0),n=0,r=1/0;return this.points.forEach((a,o)=>{let l=i(a);l<r&&([n,r]=[o,l])}),n}press(t,e,i){let n=this.under(t,e,i);return n?this.about.state!=="ready"?(this.wait(),!0):(this.hold(n),this.held.from=[t,e],this.held.seen=this.view.orbit.onScreen(n.at),this.seek(n.step),!0):!1}wait(){this.say(this.about.state==="unable"?this.about.fault:"Key-frames are getting ready: try again in a moment.")}hold({place:t,step:e,at:i,there:n=!1}){let r=this.view.orbit.camera.getWorldDirection(new E).negate();this.held={place:t,step:e,at:i.clone(),there:n,moved:n,plane:new ye().setFromNormalAndCoplanarPoint(r,i)},this.id=Ge({place:t,step:e}),this.place=t,this.write()}drag(t,e){let{held:i}=this,[n,r]=[t-i.from[0],e-i.from[1]];!i.dragged&&Math.hypot(n,r)<MS||(i.dragged=i.moved=!0,this.view.orbit.ray(i.seen[0]+n,i.seen[1]+r).intersectPlane(i.plane,i.at),this.tell(!0),this.changed())}tell(t){let{held:e}=this,i=performance.now();if(t&&i-this.sent<vS)return;this.sent=i;let n=e.at.clone().sub(this.restOf(e.place)).toArray().map(r=>Number(r.toFixed(this.digits)));this.send("key",{place:e.place,step:e.step,to:n,live:t})}drop(t=!1){let{held:e}=this;e&&((e.dragged||!(e.there||t))&&this.tell(!1),this.held=null,this.write(),this.changed())}add(){if(this.about.state!=="ready")return this.wait();let t=this.place??0,e=Math.max(this.frame.step,1);return this.seek(e),this.hold({place:t,step:e,at:this.placeOf(t)}),this.tell(!1),this.held=null,this.fresh=this.id,this.say(`Key-frame of ${this.nameOf(t)} at ${this.timeline.time(e)}: Shift and arrow keys move it.`)}remove(t){if(!t)return;let e=this.list.findIndex(n=>Ge(n)===Ge(t)),i=this.list[e+1]??this.list[e-1];this.send("unkey",{place:t.place,step:t.step}),this.id=i&&Ge(i),i?this.timeline.focus(i):Ue("moment").focus({preventScroll:!0}),this.say(`Removed: ${this.nameOf(t.place)} at ${this.timeline.time(t.step)}.`)}move(t,e,i,n){this.id=Ge({place:t,step:i}),this.send("rekey",{place:t,step:e,then:i,live:n}),this.seek(i)}shift(t,e,i){this.held||this.hold({...t,at:this.restOf(t.place).add(new E(...t.to)),there:!0});let{camera:n}=this.view.orbit,r=SS*this.view.radius,[a,o]=[0,1].map(l=>new E().setFromMatrixColumn(n.matrix,l));this.held.at.addScaledVector(a,e*r).addScaledVector(o,i*r),this.held.dragged=!0,this.tell(!0),this.changed()}another(t){let{marks:e}=this.view;this.spread??=[...Array(e.regions).keys(),...this.view.spreadPlaces(bS).map(n=>e.regions+this.nearest(n))];let i=this.spread.indexOf(this.place??-1);return this.place=this.spread[(i+t+this.spread.length)%this.spread.length],this.changed(),this.nameOf(this.place)}ask(t){this.saving=t,Ue("save-title").textContent=t==="scene"?"Save the scene":"Save the bundle",Ue("save-name").value||=`${this.scene.name}-keys`.replace(/[^\p{L}\p{N}_.-]+/gu,"-").slice(0,100),Ue("save-text").showModal(),Ue("save-name").select()}key(t){if(!this.on||t.target.closest?.("dialog"))return;let e=t.ctrlKey||t.metaKey,i=t.key.toLowerCase();if(e&&(i==="z"||i==="y"))this.drop(),this.send(i==="y"||t.shiftKey?"redo":"undo");else{if(e||t.altKey)return;if(i==="a")this.add();else if((t.key==="Escape"||i==="k")&&t.target.matches?.("#timeline *"))Ue("keys").click();else if(t.key==="Delete"||t.key==="Backspace")this.remove(this.chosen());else return}t.preventDefault(),t.stopImmediatePropagation()}};function wS({to:s,came:t}){return t&&Math.hypot(...s.map((e,i)=>e-t[i]))}var qp=80,$p=24,Yp=400,AS=4e3,TS=15e3,ES=5,RS=1,CS=2,ec=5,ic=2,Zp=12,nc=6,[IS,Jp]=[1008,1013],Kp=[128,24],jp={paused:1,finished:2,endless:4,grabbed:8,making:16,planned:32},PS=new URLSearchParams(location.search).get("token")??"",xu=s=>`${s}?token=${encodeURIComponent(PS)}`;function LS(s,{size:t,rank:e,targets:i,muscles:n,handles:r=0,touches:a=0,estimates:o=0,plan:{lines:l,points:c,axes:h},controllers:d}){let u=qp+4*((2+o)*t+e+ec*i+ic*n+Zp*r+nc*a);if(s.byteLength<u)return null;let f=new DataView(s),p=f.getUint8(2)&jp.planned?1+l*c*h:0;if(s.byteLength!==u+4*p||f.getUint8(1)>=d.length)return null;let y=new Float32Array(s,$p);if(!y.every(Number.isFinite))return null;let m=f.getUint8(2),g=f.getUint8(3),_=Object.fromEntries(Object.entries(jp).map(([Q,H])=>[Q,(m&H)>0])),[S,v,T,A,x,w,L,C]=y,D=(qp-$p)/4,U=D+2*t+e,F=U+ec*i,I=F+ic*n,z=I+Zp*r,W=z+nc*a,V=W+o*t;return{controller:d[f.getUint8(1)],flags:_,frame:f.getUint32(4,!0),step:f.getUint32(8,!0),echo:f.getUint32(12,!0),run:f.getUint32(16,!0),marks:f.getUint32(20,!0),factor:2**((g-Kp[0])/Kp[1]),time:S,effort:v,deviation:T,error:A,latency:x,worst:w,rate:L,decades:C,force:y.subarray(8,11),at:y.subarray(11,14),state:r?Float32Array.of(...y.subarray(D,D+t),...y.subarray(I,z)):y.subarray(D,D+t),reference:y.subarray(D+t,D+2*t),estimate:y.subarray(W,V),control:y.subarray(D+2*t,U),targets:Array.from({length:i},(Q,H)=>{let[Z,tt,...yt]=y.subarray(U+ec*H,U+ec*(H+1));return{outcome:Zr[Z]??"",when:tt,place:yt}}),muscles:Array.from({length:n},(Q,H)=>{let[Z,tt]=y.subarray(F+ic*H,F+ic*(H+1));return{value:Z,held:tt>0}}),touches:Array.from({length:a},(Q,H)=>{let Z=y.subarray(z+nc*H,z+nc*(H+1));return{force:Z.subarray(0,3),at:Z.subarray(3)}}),plan:p?{cut:y[V],ways:y.subarray(V+1)}:null}}function DS(s,{particles:t,trail:e,leaves:i,smoke:n}){let a=2*n.length,o=16+a*t*e,l=o+6*i;if(s.byteLength!==l+n.reduce((u,f)=>u*f,1))return null;let c=new DataView(s),h=c.getUint32(8,!0),d=c.getFloat32(12,!0);return h>e||!Number.isFinite(d)?null:{time:d,leaves:new Uint16Array(s,o,3*i),shades:new Uint8Array(s,l),trails:Array.from({length:t},(u,f)=>new Uint16Array(s,16+a*f*e,n.length*h))}}async function Qp(s){let t={f4:Float32Array,u4:Uint32Array,u1:Uint8Array},e=document.getElementById("scene");if(e){let o=JSON.parse(e.textContent);for(let l of Object.values(o.arrays))l.data=new t[l.type](ml(l.data).buffer);return o.model=await gl.open(o),o}let i=await fetch(xu("scene.json"));if(!i.ok)throw new Error(i.status===403||i.status===401?"This address lacks its token: open the one that `softrein view` printed.":`The server answered ${i.status}.`);let n=await i.json(),r=0,a=Object.entries(n.arrays);return await Promise.all(a.map(async([o,{url:l,type:c}])=>{let h=await fetch(xu(l));if(!h.ok)throw new Error(`The server answered ${h.status} for ${o}.`);n.arrays[o].data=new t[c](await h.arrayBuffer()),s(++r/a.length)})),n}var sc=class{constructor(t,{heard:e,carried:i,said:n,changed:r}){this.size=t.shown,Object.assign(this,{scene:t,rank:t.rank,controllers:t.controllers,targets:t.targets.length,plan:t.plan}),this.muscles=t.muscles.length,this.handles=t.handle?1:(t.obstacles??[]).filter(({tool:a})=>a>=0).length,this.touches=(t.obstacles??[]).length,this.estimates=t.markers?1:0,Object.assign(this,{heard:e,carried:i,said:n,changed:r}),Object.assign(this,{id:0,bad:0,connections:0,connected:!1,wait:Yp}),Object.assign(this,{failures:0,sent:0})}connect(){let t=location.protocol==="https:"?"wss":"ws",e=new WebSocket(`${t}://${location.host}/${xu("live")}`);e.binaryType="arraybuffer",e.onmessage=({data:i})=>{this.connected||this.stand(),this.receive(i)},e.onclose=i=>this.fall(i),this.socket=e}stand(){this.connected=!0,this.wait=Yp,this.failures=0,this.connections+=1,this.changed(!0,"")}fall({code:t,reason:e}){this.failures=this.connected?0:this.failures+1,this.connected=!1;let i=t===IS,n=this.failures>=ES&&t!==Jp,r=e?`The server closed the connection: ${e}`:"The server closed the connection";i?this.changed(!1,`${r}. Load the page again to go on.`):t===Jp?this.changed(!1,`${r}. Trying again…`):n?this.changed(!1,"The viewer has ended. Start `softrein view` again and open the address that it prints."):this.changed(!1,"The connection is lost; trying again…"),!i&&(setTimeout(()=>this.connect(),n?TS:this.wait),this.wait=Math.min(2*this.wait,AS))}receive(t){if(typeof t=="string"){try{this.said(JSON.parse(t))}catch{this.bad+=1}return}let e=t instanceof ArrayBuffer&&t.byteLength>0?new Uint8Array(t)[0]:0,i=e===RS&&LS(t,this),n=e===CS&&this.scene.smoke&&DS(t,this.scene);i?this.heard(i):n?this.carried(n):this.bad+=1}send(t,e={},i=!1){let n={do:t,...e};return i&&(n.id=this.id+=1),this.socket.readyState===WebSocket.OPEN&&(this.socket.send(JSON.stringify(n)),this.sent+=1),this.id}};var tm=40,em=300,NS=400,US=900,_u=s=>document.getElementById(s),rc=class{constructor(t,e){this.act=e,_u("muscles").hidden=!t.length,_u("muscles").open=innerWidth>=US,this.rows=t.map((i,n)=>this.row(i,n))}row(t,e){let i=document.createElement("div"),n=document.createElement("span"),r=document.createElement("input"),a=document.createElement("output"),o=document.createElement("button"),{low:l,high:c,unit:h}=t;n.textContent=t.name,Object.assign(r,{type:"range",min:l,max:c,step:(c-l)/NS,value:0}),r.setAttribute("aria-label",`${t.name}, ${h}`),Object.assign(o,{type:"button",textContent:"×",hidden:!0,title:"Let go: the controller’s again"}),o.setAttribute("aria-label",`Let go of ${t.name}`),i.append(n,r,a,o),_u("muscle-rows").append(i);let d={...t,row:i,slider:r,value:a,free:o,touched:-em,sent:-tm};return r.addEventListener("input",()=>this.drive(d,e)),r.addEventListener("change",()=>this.tell(d,e)),o.addEventListener("click",()=>this.act.loosen(e)),d}drive(t,e){Object.assign(t,{touched:performance.now(),shown:void 0}),this.write(t,Number(t.slider.value)),t.touched-t.sent>=tm&&this.tell(t,e)}tell(t,e){t.sent=t.touched=performance.now(),t.shown=void 0,this.act.drive(e,Number(t.slider.value))}show(t,e){this.rows.forEach((i,n)=>{let{value:r,held:a}=t[n];if(i.held!==a&&(i.held=a,i.free.hidden=!a,i.row.classList.toggle("held",a)),e-i.touched<em)return;let o=String(r);i.shown!==o&&(i.shown=o,i.slider.value=r,this.write(i,r))})}write({value:t,factor:e,unit:i},n){let r=`${Xe(n*e)} ${i}`;t.textContent!==r&&(t.textContent=r)}};var OS=140,im=250,FS=150,BS=3200,nm=1200,sm=6e3,kS=78,rm=[260,420],zS=6,am=6,yu=90,Vt=s=>document.getElementById(s),ac=class{constructor(t,e,i){Object.assign(this,{scene:t,act:e,buttons:new Map,figures:0,every:i?3*im:im}),Vt("name").textContent=t.name,document.title=`${t.name} · softrein`,this.what=t.says.invite,Vt("what").textContent=this.what;for(let[r,a]of GS(t))this.explain(r,a);for(let r of t.controllers)this.addController(r);this.motions=new Map(t.motions.map(r=>[r.name,this.addMotion(r)])),Vt("motions").hidden=!this.motions.size,this.follows(t.motions[0]?.name),Vt("draw").hidden=!e.draws?.(),Vt("keys").hidden=!t.regions,Vt("jump").title="Go on from the moment of the motion that is closest to where it is now (J)";let n={pause:e.pause,rewind:e.rewind,jump:e.jump,endless:e.endless,push:e.push,draw:e.draw,keys:e.keys,help:e.help,"help-close":e.help,view:e.view};for(let[r,a]of Object.entries(n))Vt(r).addEventListener("click",a);Vt("scale").addEventListener("change",()=>{Object.assign(this,{scaled:performance.now(),factor:void 0}),e.scale(Number(Vt("scale").value))}),Vt("firm").addEventListener("input",()=>this.slide()),this.muscles=new rc(t.muscles,e),this.decades=0,this.describeSlider(0)}addController(t){let e=document.createElement("button"),i=document.createElement("canvas"),n=document.createElement("b"),r=document.createElement("small");Object.assign(e,{type:"button",className:"controller"}),e.setAttribute("role","radio"),e.setAttribute("aria-checked","false"),e.title=`${rs(t)} (${this.buttons.size+1})`,Object.assign(i,{width:52,height:8,ariaHidden:"true"}),n.textContent=rs(t);let a=document.createElement("span"),o=document.createElement("i");a.className="met";for(let l of["error","effort"]){let c=document.createElement("span");c.setAttribute("name",l),r.append(c)}e.append(i,n,a,r,o),e.addEventListener("click",()=>this.act.controller(t)),Vt("controllers").append(e),this.buttons.set(t,{button:e,sample:i,figures:r,met:a,apart:o})}addMotion({name:t,words:e}){let i=document.createElement("button");return Object.assign(i,{type:"button",className:"motion wide",textContent:t,title:e}),i.setAttribute("role","radio"),i.addEventListener("click",()=>this.act.motion(t)),Vt("motions").append(i),i}follows(t){Vt("push").hidden=!this.scene.pushed;for(let[e,i]of this.motions)i.setAttribute("aria-checked",String(e===t))}explain(t,e){let i=document.createElement("li"),n=document.createElement("i"),r=document.createElement("span");n.className=t,r.textContent=e,i.append(n,r),Vt("legend").append(i),t==="body"&&Object.assign(this,{bodySample:n,bodyWords:r}),t==="control"&&(this.controlSample=n),t==="plan"&&Object.assign(this,{planSample:n,planWords:r,plans:e})}showPlan({plan:t,controller:e}){let{planSample:i,planWords:n}=this;if(i.parentElement.hidden!==!t&&(i.parentElement.hidden=!t),!t)return;i.style.color=ci(e);let r=t.cut?`${this.plans}; ${wl(t.cut)} cut short`:this.plans;n.textContent!==r&&(n.textContent=r)}paint(t){this.bodySample.style.background=Ws(t),this.bodyWords.textContent=t==="none"?"without control":`steered by ${rs(t)}`,this.controlSample&&(this.controlSample.style.color=ci(t),this.controlSample.parentElement.hidden=t==="none")}dress(){this.controller&&this.paint(this.controller);for(let[t,{sample:e}]of this.buttons){let i=e.getContext("2d");i.clearRect(0,0,52,8),Object.assign(i,{strokeStyle:ci(t),lineWidth:5}),i.setLineDash(bl(t).map(n=>2*n)),i.beginPath(),i.moveTo(0,4),i.lineTo(52,4),i.stroke()}document.documentElement.classList.toggle("dark",je())}slide(){let t=-Number(Vt("firm").value);this.describeSlider(t),Object.assign(this,{decades:t,slid:performance.now()}),clearTimeout(this.sliding),this.sliding=setTimeout(()=>this.act.cost(t),OS)}follow({factor:t,decades:e,flags:i},n){if(t!==this.factor&&n-(this.scaled??-nm)>=nm&&(this.factor=t,Vt("scale").value=VS([...Vt("scale").options].map(({value:r})=>r),t)),i.making||e===this.decades){i.making||(this.slid=void 0);return}Math.abs(e-this.decades)<1e-6&&(this.slid=void 0),!(n-(this.slid??-sm)<sm)&&(this.decades=e,Vt("firm").value=-e,this.describeSlider(Math.abs(e)<1e-6?0:e))}describeSlider(t){let e=t===0?"as shipped":`cost of control × ${Xe(10**t,1)}`;Vt("firm").setAttribute("aria-valuetext",e),this.words=e,Vt("cost").textContent=e}show(t,e,i,n){if(this.follow(t,n),this.controller!==t.controller){this.controller=t.controller;for(let[d,{button:u}]of this.buttons)u.setAttribute("aria-checked",String(d===t.controller)),u.tabIndex=d===t.controller?0:-1;this.paint(t.controller),this.showPlan(t),this.elsewhere=t.controller!=="lqr",document.querySelector(".slider").classList.toggle("elsewhere",this.elsewhere)}let{paused:r,endless:a,making:o,finished:l}=t.flags;this.press("pause",r,r?"Go on":"Pause"),this.press("endless",a),this.stands&&this.write("cost",o?"making gains…":this.elsewhere?`${this.words}; acts on LQR only`:this.words),Vt("cost").classList.toggle("busy",o&&this.stands);let c=l&&!a;if(c!==this.ended&&(this.ended=c,Vt("ended").hidden=!c,Vt("ended").classList.toggle("high",!!this.act.low?.())),this.write("time",`${(t.step*this.scene.dt).toFixed(1)} s`),n-this.figures<this.every)return;this.muscles.show(t.muscles,n),this.figures=n,this.showPlan(t);let h=d=>d<1e3?`${Math.round(d)} µs`:`${Xe(d/1e3)} ms`;this.write("rate",Math.round(t.rate)),this.write("latency",h(t.latency)),this.write("worst",h(t.worst)),this.write("fps",r||c?"–":i);for(let d of this.buttons.keys())this.showRun(d,e.of(d))}showRun(t,e){let{button:i,figures:n,met:r,apart:a}=this.buttons.get(t),{effort_unit:o,targets:l}=this.scene,c=e?e.apart(this.scene):"",h=e&&!c?e.met:[],[d,u]=e?[Xe(e.error),Xe(e.total)]:["",""],f=`${d} ${u} ${h} ${c}`;if(i.dataset.run===f)return;i.dataset.run=f,n.children.namedItem("error").textContent=d,n.children.namedItem("effort").textContent=u,a.textContent=c,i.dataset.apart=c,r.replaceChildren(...h.map(g=>Object.assign(document.createElement("i"),{className:g||"open"})));let p=h.map((g,_)=>`, ${l[_].name} ${g||"open"}`).join(""),y=c&&` (${c}: not to be compared)`,m=e?`error ${d}, as the cost weighs it, effort ${u} ${o}${p}${y}`:"not tried yet";i.setAttribute("aria-label",`${rs(t)}: ${m}`),n.title=m}write(t,e){let i=String(e),n=Vt(t);n.textContent!==i&&(n.textContent=i)}press(t,e,i){let n=Vt(t);n.getAttribute("aria-pressed")!==String(e)&&(n.setAttribute("aria-pressed",String(e)),i&&n.setAttribute("aria-label",i))}keying(t){this.press("keys",t),Vt("what").textContent=t?"Key-frames: where the body is to be, and when.":this.what}drawing(t){this.press("draw",t),t&&this.say("Draw a closed line: the body follows it as its path.")}say(t){Vt("said").classList.toggle("high",!!this.act.low?.()),Vt("said").textContent=t,Vt("said").classList.add("seen"),clearTimeout(this.saying),this.saying=setTimeout(()=>Vt("said").classList.remove("seen"),BS)}connection(t,e){this.stands=Vt("lost").hidden=t,this.write("lost",e),!t&&(this.write("cost",this.words),Vt("cost").classList.remove("busy"))}firmer(t){Vt("firm").value=Number(Vt("firm").value)+t,this.slide()}},oc=class{constructor(){this.written={},this.each={push:Vt("tag-push"),control:Vt("tag-control")},this.verdicts=[]}judge(t,e,i,n,r){let a=this.verdicts[t]??=om("verdict");if(a.hidden!==!e&&(a.hidden=!e),!e)return;a.textContent!==n&&(a.textContent=n,a.dataset.outcome=r);let o=e[0]+i+am<this.width-2*yu,l=Math.round(e[0]+(o?1:-1)*(i+am)),c=Math.round(Math.min(Math.max(e[1]-10,20),this.height-30));a.style.transform=o?`translate(${l}px, ${c}px)`:`translate(calc(${l}px - 100%), ${c}px)`}resize(t,e){Object.assign(this,{width:t,height:e})}place(t,e,i,n,r,a=!1){let o=this.each[t]??=om("pressed"),l=i&&this.lastSeen(e,i);if(o.hidden!==!l&&(o.hidden=!l),!l)return;let c=performance.now();if(c-(this.written[t]??0)>FS){let y=`${Xe(n)} ${r}${a?", arrow cut short":""}`;o.textContent!==y&&(o.textContent=y),this.written[t]=c}let h=Math.round(Math.min(Math.max(l[0],yu),this.width-yu)),d=h<rm[0]||h>this.width-rm[1],u=Math.round(Math.min(Math.max(l[1],d?kS:20),this.height-30)),f=i[0]-e[0],p=Math.abs(f)>zS?f>0:t==="push";o.style.transform=p?`translate(${h+10}px, ${u-10}px)`:`translate(calc(${h-10}px - 100%), ${u-10}px)`}lastSeen(t,e){let[i,n]=[0,1];for(let[r,a]of[[0,this.width],[1,this.height]]){let o=e[r]-t[r],[l,c]=[-t[r],a-t[r]];if(o===0&&(l>0||c<0))return null;o!==0&&(i=Math.max(i,Math.min(l/o,c/o)),n=Math.min(n,Math.max(l/o,c/o)))}return i<=n?[0,1].map(r=>t[r]+n*(e[r]-t[r])):null}paint(t){this.colour!==t&&(this.colour=this.each.control.style.color=t)}scale(t,e){let i=Math.round(e);this.scaled!==`${t} ${i}`&&(this.scaled=`${t} ${i}`,Vt("bar").style.width=`${i}px`,Vt("bar-text").textContent=`${Xe(t,1)} ${this.unit}`)}};function om(s){let t=document.createElement("span");return t.className=`tag ${s}`,Vt("stage").append(t),t}function GS({ghost:s,says:t,targets:e,plan:i,paths:n,muscles:r,markers:a,obstacles:o,particles:l,smoke:c,leaves:h,leaves_in_all:d}){let u=c?.length===3,[f,p]=u?["speck","specks"]:["leaf","leaves"],y=["plan",i.lines?"where it plans to go":"plans ahead"];return[["body",""],...l?[["dot","steered particle"],["home","where it should be"],[u?"line":"way","its way"]]:[],...h?[[f,h<d?`${wl(h)} of ${wl(d)} ${p}`:"carried along"]]:[],...s?[["ghost","the reference motion"]]:[],...a?[["marker","sensors: all that is measured"],["estimate","what the controller takes it for"]]:[],["push",t.push],...s?[["control","the controller’s force"]]:[],y,...r.some(({route:[m,g]})=>g>m)?[["cable","cables, the more they pull"]]:[],...r.some(({wall:[m,g]})=>g>m)?[["chamber","chambers, the more they press"]]:[],...o?.length?[["touched","what presses on it"]]:[],...n?.length?[["path","the path to follow"]]:[],...e.length?[["to-hit",e[0].flies?"wants to land":"to be hit"],["hit",e[0].flies?"landed":"hit"],["missed",e[0].flies?"could not land":"missed"]]:[]]}function VS(s,t){let e=i=>Math.abs(Math.log(Number(i)/t));return s.reduce((i,n)=>e(n)<e(i)?n:i)}var lc=class{constructor(t){Object.assign(this,{renderer:t,stamps:[],pictures:[],share:1,slow:0,good:0,trust:10,changed:!1})}get ratio(){let t=Math.min(devicePixelRatio||1,2);return Math.max(t*this.share,Math.min(.5,t))}resize({left:t,top:e,width:i,height:n}){this.changed=!1,this.renderer.setPixelRatio(this.ratio),this.renderer.setSize(i,n),Object.assign(this.renderer.domElement.style,{left:`${t}px`,top:`${e}px`})}draw(t){this.pictures.push(t)}drawn(t){let{pictures:e}=this;for(;e.length&&t-e[0]>=1e3;)e.shift();return e.length}measure(t){let{stamps:e}=this;for(e.push(t);e.length>2&&t-e[0]>1e3;)e.shift();t-(this.judged??(this.judged=t))<=1e3||(this.judged=t,this.judge(1e3*(e.length-1)/Math.max(t-e[0],1)))}judge(t){this.trial&&t<this.trial.fps*1.06&&(this.put(this.trial.share),this.rest=20),this.trial=null,this.rest=Math.max(0,(this.rest??0)-1),this.slow=t<.88*60&&!document.hidden?this.slow+1:0,this.good=t>.95*60&&!document.hidden?this.good+1:0,this.good>=this.trust&&this.share<1&&(this.good=0,this.raised=!0,this.put(Math.min(1,this.share/.7))),!(this.slow<2||this.ratio<=.5||this.rest)&&(this.slow=0,this.raised&&(this.trust=Math.min(2*this.trust,160)),this.raised=!1,this.trial={fps:t,share:this.share},this.put(this.share*.7))}put(t){this.share=t,this.changed=!0}};var cc=class{constructor(t){Object.assign(this,{whole:t,left:0,top:0,width:0,height:0,since:0})}resize(t,e){this.stage={left:0,top:0,width:t,height:e},Object.assign(this,this.stage),this.since=-1/0}hold(t,e){if(this.whole)return!1;let i=this.cut(t),n=i.left>=this.left&&i.top>=this.top&&i.left+i.width<=this.left+this.width&&i.top+i.height<=this.top+this.height;return i.width*i.height<.7*this.width*this.height||(this.since=e),n&&e-this.since<4e3?!1:(Object.assign(this,n?i:this.cut(HS(t,this))),this.since=e,!0)}cut({left:t,top:e,right:i,bottom:n}){let{width:r,height:a}=this.stage,o=(d,u)=>Math.min(Math.max(Math.floor((d-28)/32)*32,0),u-32),l=(d,u)=>Math.min(Math.max(Math.ceil((d+28)/32)*32,32),u),[c,h]=[o(t,r),o(e,a)];return{left:c,top:h,width:Math.max(l(i,r)-c,32),height:Math.max(l(n,a)-h,32)}}get inside(){let{stage:t}=this;return[this.left>0,this.left+this.width<t.width,this.top+this.height<t.height,this.top>0].map(Number)}};function HS(s,t){return{left:Math.min(s.left,t.left+28),top:Math.min(s.top,t.top+28),right:Math.max(s.right,t.left+t.width-28),bottom:Math.max(s.bottom,t.top+t.height-28)}}var WS=["x","y","z"],ia=-1,XS=[[2,1],[0,2],[0,1]],lm=Math.PI/2,cm=.5,hm=.02,qS=.93,$S=.98,YS=5,hc=class{constructor(t,e){Object.assign(this,{volume:t,extent:e,axis:ia,share:cm,beyond:new ce(0,0,0,1)});let i=()=>({value:new _t});this.sheet=new Et(new Oi(1,1),new te({glslVersion:ie,side:we,transparent:!0,depthWrite:!1,vertexShader:`${Ae} in vec3 position; in vec2 uv; out vec3 place; out vec2 side;
void main() { vec4 at = modelMatrix * vec4(position, 1.0); place = at.xyz; side = uv; gl_Position = projectionMatrix * viewMatrix * at; }`,fragmentShader:`precision highp float; precision highp sampler3D; in vec3 place; in vec2 side; out vec4 pixel;
uniform sampler3D smoke; uniform vec3 box, along, across, colour, shade, ground, stone, ink;
float density(vec3 at) { // by a cubic spline along the plane, as in sheet.js: linearly it shows its grid
  vec3 size = vec3(textureSize(smoke, 0));
  vec2 x = vec2(dot(at * size, along), dot(at * size, across)) - 0.5, f = fract(x), g = 1.0 - f, a = g * g * g / 6.0, d = f * f * f / 6.0;
  vec2 b = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0, low = a + b, high = 1.0 - low;
  vec2 whole = vec2(dot(size, along), dot(size, across)), to = (x - f - 0.5 + b / low) / whole, from = (x - f + 1.5 + d / high) / whole;
  vec3 rest = at * (1.0 - along - across);
  vec4 values = vec4(texture(smoke, rest + to.x * along + to.y * across).r, texture(smoke, rest + from.x * along + to.y * across).r,
    texture(smoke, rest + to.x * along + from.y * across).r, texture(smoke, rest + from.x * along + from.y * across).r);
  return dot(values, vec4(low.x * low.y, high.x * low.y, low.x * high.y, high.x * high.y));
}
void main() {
  vec3 at = place / box;
  float rho = density(at), cover = ${$S} * (1.0 - exp(-${YS.toFixed(1)} * rho));
  vec3 seen = mix(mix(ground, mix(colour, shade, rho), cover), stone, 1.0 - smoothstep(${t.solid[0]}, ${t.solid[1]}, texture(smoke, at).g));
  vec2 rim = min(side, 1.0 - side) / fwidth(side);
  pixel = mix(vec4(seen, max(${qS}, cover)), vec4(ink, 1.0), 1.0 - smoothstep(0.7, 1.7, min(rim.x, rim.y)));
}`,uniforms:{smoke:{value:t.texture},box:{value:new E(...e)},along:{value:new E},across:{value:new E},colour:i(),shade:i(),ground:i(),stone:i(),ink:i()}})),this.sheet.visible=!1}dress(){let{ground:t,stone:e,ink:i}=this.sheet.material.uniforms;for(let[n,r]of[[t,"--box"],[e,"--stone"],[i,"--stone"]])n.value.set(Kt(r)).convertLinearToSRGB()}paint(t){let{colour:e,shade:i}=this.sheet.material.uniforms;e.value.set(t).convertLinearToSRGB(),i.value.copy(e.value).multiplyScalar(je()?1:.55)}turn(){if(this.axis=this.axis===2?ia:this.axis+1,this.share=cm,this.sheet.visible=this.axis!==ia,!this.sheet.visible)return"Not cut.";let[t,e]=XS[this.axis],{uniforms:i}=this.sheet.material;return i.along.value.set(0,0,0).setComponent(t,1),i.across.value.set(0,0,0).setComponent(e,1),this.sheet.rotation.set(this.axis===1?lm:0,this.axis===0?lm:0,0),this.sheet.scale.set(this.extent[t],this.extent[e],1),`Cut across ${WS[this.axis]}: PageUp and PageDown move the cut.`}move(t){return this.axis===ia?!1:(this.share=Math.min(Math.max(this.share+t,hm),1-hm),!0)}face(t){let{axis:e,extent:i,volume:{least:n,most:r},beyond:a,sheet:o}=this;if(n.set(0,0,0),r.set(...i),a.set(0,0,0,1),e===ia)return;let l=this.share*i[e],c=t.getComponent(e)>l?1:-1;(c>0?r:n).setComponent(e,l),a.setComponent(e,c),a.w=c*l,o.position.set(...i).multiplyScalar(.5).setComponent(e,l)}};function uc(s,t){let e=Math.min(t/Math.max(s.x,s.y),1);return new ht(...[s.x,s.y].map(i=>Math.max(Math.round(e*i),1)))}function dc(s,t){let e=new zi(`precision highp float; uniform sampler2D picture; uniform vec2 pixels; uniform vec3 colour; out vec4 pixel;
void main() { vec2 here = gl_FragCoord.xy / pixels; ${s} }`,{pixels:{value:new ht(1,1)},...t});return Object.assign(e.material,{transparent:!0,blending:Os,blendSrc:yo,blendDst:Or}),e}function na(s,t,e,i,n,r,a){let o=(s[n<0?3:0]-t)/n,l=(s[r<0?4:1]-e)/r,c=(s[a<0?5:2]-i)/a;return Math.max(o,l,c,0)}function sa(s,t,e,i,n,r,a){let o=(s[n<0?0:3]-t)/n,l=(s[r<0?1:4]-e)/r,c=(s[a<0?2:5]-i)/a;return Math.min(o,l,c,1)}var ZS=[1400,640],JS=[1.5,5],KS=5e3,jS=[150,255],QS=.3,tb=2,vu=-1,um=4,fc=class{constructor(t,e,i,{cells:n,open:r},a){Object.assign(this,{count:t,extent:e,cells:n,open:r,longer:ZS[Number(a)],share:1}),this.before=this.after=null,Object.assign(this,{seen:new Float32Array(t),turn:0,eye:new E(NaN)}),this.bounds=r&&eb(r,n);let o=1-Math.min(t/KS,1);[this.wide,this.most]=[JS,jS].map(([l,c])=>l+o*(c-l)),this.laying=dc("float seen = texture(picture, here).r; pixel = vec4(colour * seen, seen);",{picture:{value:null},colour:{value:new _t().set(i).convertLinearToSRGB()}})}take(t,e){this.before=e?this.after:t,this.after=t,e||(this.eye.x=NaN)}lay(t,e,i,n,r,a){if(!this.count||!this.after)return;let{x:o,y:l}=uc(r,this.longer),{uniforms:c}=this.laying;(this.picture?.image.width!==o||this.picture.image.height!==l)&&(this.picture?.dispose(),this.picture=new Ci(new Uint8ClampedArray(o*l),o,l,Pi,be),Object.assign(this.picture,{minFilter:Zt,magFilter:Zt,unpackAlignment:1}),c.picture.value=this.picture),c.pixels.value.copy(r),this.draw(e,i,n,o,l,this.wide*a*(o/r.x)),this.picture.needsUpdate=!0,this.laying.run(t,null)}draw(t,e,i,n,r,a){let{before:o,after:l,share:c,most:h}=this,d=this.picture.image.data,u=1-c,p=new Qt().multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse).scale({x:this.extent[0]/65535,y:this.extent[1]/65535,z:this.extent[2]/65535}).elements,[y,m]=this.depths(p),g=this.seer(t,e),_=a/2,{seen:S}=this,[v,T,A]=i.toArray().map((U,F)=>U*(this.extent[F]??0)/65535),x=i.w,w=!this.eye.equals(t.position),L=this.turn=(this.turn+1)%um;this.eye.copy(t.position);let C=_<=1?h*a*a:h,D=Math.max(_,1);d.fill(0);for(let U=0,F=0;U<o.length;U+=3,F++){let I=u*o[U]+c*l[U],z=u*o[U+1]+c*l[U+1],W=u*o[U+2]+c*l[U+2],V=p[3]*I+p[7]*z+p[11]*W+p[15];if(V<t.near||v*I+T*z+A*W>x){S[F]=vu;continue}let Q=(.5+(p[0]*I+p[4]*z+p[8]*W+p[12])/V/2)*n,H=(.5+(p[1]*I+p[5]*z+p[9]*W+p[13])/V/2)*r;if(Q<D||H<D||Q>n-D||H>r-D){S[F]=vu;continue}(w||F%um===L||S[F]===vu)&&(S[F]=g(I,z,W));let Z=C*(1-(1-QS)*(V-y)/(m-y))*S[F];if(_<=1){let at=Math.trunc(Q-.5),vt=Math.trunc(H-.5),wt=Q-.5-at,pt=H-.5-vt,Dt=vt*n+at,ge=Z*(1-pt),Pt=Z*pt;d[Dt]+=ge*(1-wt),d[Dt+1]+=ge*wt,d[Dt+n]+=Pt*(1-wt),d[Dt+n+1]+=Pt*wt;continue}let tt=Q-_,yt=Q+_,Rt=H-_,$=H+_;for(let at=Math.floor(Rt);at<$;at++){let vt=(Math.min(at+1,$)-Math.max(at,Rt))*Z;for(let wt=Math.floor(tt);wt<yt;wt++)d[at*n+wt]+=vt*(Math.min(wt+1,yt)-Math.max(wt,tt))}}}depths(t){let e=Array.from({length:8},(i,n)=>[0,1,2].reduce((r,a)=>r+(n>>a&1)*65535*t[4*a+3],t[15]));return[Math.min(...e),Math.max(...e)]}seer(t,e){let{open:i,cells:n,extent:r}=this,[a,o,l]=n,{data:c}=e,[h,d,u]=n.map(L=>L/65535),[f,p,y]=r.map((L,C)=>L/n[C]),m=L=>L.toArray().map((C,D)=>C/r[D]*n[D]),[g,_,S]=m(t.position),v=[...m(e.low),...m(e.high)],T=[...m(e.least),...m(e.most)],A=this.bounds?.map((L,C)=>C<3?Math.max(L,T[C]):Math.min(L,T[C])),x=e.dense/255/Math.max(...r),w=4/x;return(L,C,D)=>{let U=L*h,F=C*d,I=D*u,z=g-U,W=_-F,V=S-I,Q=Math.max(Math.abs(z),Math.abs(W),Math.abs(V));if(i){let Rt=sa(A,U,F,I,z,W,V);for(let $=na(A,U,F,I,z,W,V)+.5/Q;$<Rt;$+=1/Q)if(!i[(U+$*z|0)+a*((F+$*W|0)+o*(I+$*V|0))])return 0}if(!e.any)return 1;let H=sa(v,U,F,I,z,W,V),Z=tb/Q,tt=Z*Math.hypot(f*z,p*W,y*V),yt=0;for(let Rt=na(v,U,F,I,z,W,V)+Z/2;Rt<H&&yt<w;Rt+=Z)yt+=tt*c[2*((U+Rt*z|0)+a*((F+Rt*W|0)+o*(I+Rt*V|0)))];return yt<w?Math.exp(-x*yt):0}}};function eb(s,[t,e]){let i=[1/0,1/0,1/0,0,0,0];return s.forEach((n,r)=>{n||[r%t,Math.trunc(r/t)%e,Math.trunc(r/t/e)].forEach((a,o)=>{i[o]=Math.min(i[o],a),i[3+o]=Math.max(i[3+o],a+1)})}),i}var ib=[1400,180],nb=[96,36],dm=75,sb=16,ra=.45,aa=1024,pc=class{constructor({cells:t,open:e},i,n){let[r,a,o]=t,l=Math.max(...i),c=r*a*o,h=nb[Number(n)];Object.assign(this,{nx:r,ny:a,nz:o,extent:i,longer:ib[Number(n)],any:!1,dense:dm,open:e??new Uint8Array(c).fill(1)}),this.before=this.after=new Uint8Array(c),this.data=Uint8Array.from({length:2*c},(d,u)=>u%2?255*this.open[u>>1]:0),this.solid=[ra/2-.04,ra/2+.04].map(d=>d.toFixed(3)),this.bounds=[new E,new E],Object.assign(this,{least:new E,most:new E(...i)}),this.lit=Float32Array.from({length:aa},(d,u)=>255*(ra+(1-ra)*Math.exp(-sb*u/aa))),this.layer=i[1]/a/l*aa/255,this.texture=new Es(this.data,r,a,o),Object.assign(this.texture,{format:Zi,type:be,minFilter:Zt,magFilter:Zt,unpackAlignment:2}),this.room=new Et(new In(1,1,1).translate(.5,.5,.5),new te({glslVersion:ie,side:Le,depthTest:!1,depthWrite:!1,vertexShader:`${Ae} in vec3 position; out vec3 place;
void main() { vec4 at = modelMatrix * vec4(position, 1.0); place = at.xyz; gl_Position = projectionMatrix * viewMatrix * at; }`,fragmentShader:`precision highp float; precision highp sampler3D; in vec3 place; out vec4 pixel;
uniform sampler3D smoke; uniform vec3 eye, box, least, most, low, high, colour;
const vec3 cells = vec3(${r}, ${a}, ${o});
float enters(vec3 lower, vec3 upper, vec3 way) {
  vec3 a = (lower - eye) / way, b = (upper - eye) / way, c = min(a, b);
  return max(max(c.x, max(c.y, c.z)), 0.0);
}
bool solid(vec3 at) { return texture(smoke, at).g < ${(ra/2).toFixed(3)}; } // as smooth as the surface that is drawn
void main() {
  vec3 way = place - eye, along = way / box;
  float near = enters(low, high, way), through = (1.0 - near) * length(way) / ${l.toExponential()}, clear = 1.0, shine = 0.0;
  float other = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
  ${e?`float apart_ = 0.5 / max(max(abs(along.x) * cells.x, abs(along.y) * cells.y), abs(along.z) * cells.z);
  for (float t = enters(least, most, way) + other * apart_; t < near; t += apart_) if (solid(eye / box + t * along)) discard;`:""}
  float count = ceil(through * ${h.toFixed(1)}), apart = through / count;
  vec3 ahead = along * (1.0 - near) / count;
  vec3 at = eye / box + near * along + ahead * other;
  for (float k = 0.0; k < count && clear > 0.02; k += 1.0) {
    ${e?"if (solid(at)) break;":""}
    vec2 here = texture(smoke, at).rg;
    float cover = 1.0 - exp(-here.x * apart * ${dm.toFixed(1)});
    shine += clear * cover * here.y;
    clear *= 1.0 - cover;
    at += ahead;
  }
  pixel = vec4(colour * shine, 1.0 - clear);
}`.replaceAll("apart_","stride"),uniforms:{smoke:{value:this.texture},eye:{value:new E},box:{value:new E(...i)},least:{value:this.least},most:{value:this.most},low:{value:this.low=new E},high:{value:this.high=new E},colour:{value:new _t}}})),this.room.frustumCulled=!1,this.uniforms=this.room.material.uniforms,this.scene=new Re,this.scene.add(this.room),this.picture=new Se(1,1,{minFilter:Zt,magFilter:Zt,depthBuffer:!1}),this.laying=dc("pixel = texture(picture, here);",{picture:{value:this.picture.texture}})}take(t,e){this.before=e?this.after:t,this.after=t,this.any=t.some(Boolean)}paint(t){this.uniforms.colour.value.set(t).convertLinearToSRGB()}blend(t){let{nx:e,ny:i,nz:n,before:r,after:a,data:o,lit:l,layer:c,open:h}=this,d=1-t;if(t===this.share&&this.blended===a)return;Object.assign(this,{share:t,blended:a});let[u,f,p,y,m,g]=[e,-1,i,-1,n,-1];for(let T=0;T<n;T++)for(let A=0;A<e;A++){let x=0,w=i,L=-1;for(let C=i-1,D=A+e*(i*T+C);C>=0;C--,D-=e){let U=d*r[D]+t*a[D];U>=1&&(w=C,L<0&&(L=C)),x+=U*c,o[2*D]=U,o[2*D+1]=h[D]*l[x<aa?x|0:aa-1]}L<0||(A<u&&(u=A),A>f&&(f=A),w<p&&(p=w),L>y&&(y=L),T<m&&(m=T),g=T)}this.texture.needsUpdate=!0;let _=(T,A)=>Math.min(Math.max(T/[e,i,n][A],0),1)*this.extent[A],[S,v]=this.bounds;S.fromArray([u,p,m].map((T,A)=>_(T-.5,A))),v.fromArray([f,y,g].map((T,A)=>_(T+1.5,A)))}render(t,e,i,n){if(!this.any)return;let{x:r,y:a}=uc(n,this.longer);(this.picture.width!==r||this.picture.height!==a)&&this.picture.setSize(r,a),this.low.copy(this.bounds[0]).max(this.least),this.high.copy(this.bounds[1]).min(this.most),this.room.position.copy(this.low),this.room.scale.subVectors(this.high,this.low),this.room.visible=this.room.scale.toArray().every(l=>l>0),this.uniforms.eye.value.copy(i),this.laying.uniforms.pixels.value.copy(n);let o=t.getClearColor(new _t);t.setRenderTarget(this.picture),t.setClearColor(0,0),t.clear(),t.render(this.scene,e),t.setRenderTarget(null),t.setClearColor(o,1)}lay(t){this.any&&this.laying.run(t,null)}};var rb=.012,fm=[.011,.015],pm=[.019,.023],ab={width:4.5,thin:.35,faint:.15},ob={width:3.2,thin:1,faint:1},lb=120,cb=.16,mc=class{constructor(t,e,i,n){let r=t.arrays.solid.data.map(o=>1-o),a={cells:t.smoke,open:r.every(Boolean)?null:r};Object.assign(this,{scene:new Re,lines:new Re,over:new Re,volume:new pc(a,t.extent,n.thrifty)}),this.cut=new hc(this.volume,t.extent),this.sheets=new Re().add(this.cut.sheet),this.specks=new fc(t.leaves,t.extent,Un,a,n.thrifty),this.edges=new ln(hb(t.extent),new te({glslVersion:ie,vertexShader:`${Ae} in vec3 position; void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,fragmentShader:"precision highp float; uniform vec3 ink; out vec4 pixel; void main() { pixel = vec4(ink, 1.0); }",uniforms:{ink:{value:new _t}}})),this.scene.add(this.edges),this.stone=ub(t.arrays,this.cut.beyond),this.stone&&this.scene.add(this.stone),this.steered=i.map(o=>{let l={...mm(o),trail:new Fn(Math.max(t.trail,2),ab),dot:new ni(Un,rb*e),rim:ls(fm[0]*e,fm[1]*e),home:ls(pm[0]*e,pm[1]*e)};return this.lines.add(l.way,l.trail),this.over.add(l.home,l.rim,l.dot),l}),this.futures=new Ol(t.plan),this.gust=new On(Bi,.012*e),this.haze=new Et(new Kn(1,32,20),Si(Bi,cb));for(let o of this.futures.meshes)this.lines.add(o);this.over.add(this.haze,this.gust)}lead(t){for(let[e,i]of this.steered.entries())this.lines.remove(i.way),i.way.geometry.dispose(),Object.assign(i,mm(t[e])),i.way.dress(),this.lines.add(i.way)}take(t,e){this.volume.take(t.shades,e),this.specks.take(t.leaves,e)}dress(){Tl(),this.cut.dress(),this.edges.material.uniforms.ink.value.set(Kt("--grid")).convertLinearToSRGB(),this.stone?.material.uniforms.colour.value.setRGB(...ki(Kt("--stone")));for(let{way:t,trail:e}of this.steered)[t,e].forEach(i=>i.dress());for(let t of this.futures.meshes)t.dress()}paint(t,e){let i=Kt("--reference");this.volume.paint(t),this.cut.paint(t),this.line=e;for(let n of this.steered)n.dot.colour=e,n.home.material.color.set(i),n.rim.material.color.set(je()?"#14171b":"#ffffff"),n.way.lay(new E(...n.points[0]),n.points.flat(),i)}flow(t,e){this.volume.blend(e),this.specks.share=e}layParticle(t,e,i,n){let r=this.steered[t];r.dot.position.set(...e),r.rim.position.set(...e),r.home.position.set(...i),r.trail.lay(r.dot.position,n.length>1?n.reverse().flat():null,this.line)}layHalo(t,e){this.haze.visible=!!t,t&&this.haze.position.copy(t),this.haze.scale.setScalar(e)}draw(t,e,i){let n=e.through(i),r=t.getDrawingBufferSize(new ht);hi.eye.value.copy(e.camera.position);for(let{way:a,trail:o,rim:l,home:c}of this.steered){a.resize(i.width,i.height),o.resize(i.width,i.height);for(let h of[l,c])h.quaternion.copy(e.camera.quaternion)}for(let a of this.futures.meshes)a.resize(i.width,i.height);this.cut.face(e.camera.position),this.volume.render(t,n,e.camera.position,r),t.clear(),t.render(this.scene,n),this.volume.lay(t),this.specks.lay(t,n,this.volume,this.cut.beyond,r,t.getPixelRatio()),t.render(this.sheets,n),t.render(this.lines,n),t.clearDepth(),t.render(this.over,n)}};function mm(s){let t=Math.max(1,Math.ceil(s.length/lb)),e=s.filter((n,r)=>r%t===0||r+1===s.length),i=new Fn(Math.max(e.length,2),ob);return i.renderOrder=-2,{way:i,points:e}}function hb(s){let t=[];for(let e=0;e<8;e++)for(let i=0;i<3;i++)if(!(e>>i&1))for(let n of[e,e|1<<i])t.push(...s.map((r,a)=>(n>>a&1)*r));return new Wt().setAttribute("position",new Gt(new Float32Array(t),3))}function ub({solid_vertices:s,solid_normals:t,solid_triangles:e},i){if(!s)return null;let n=new Wt;n.setAttribute("position",new Gt(s.data,3)),n.setAttribute("normal",new Gt(t.data,3)),n.setIndex(new Gt(e.data,1));let r=Si("#888888");return r.fragmentShader=r.fragmentShader.replace("void main() {","uniform vec4 beyond; void main() { if (dot(beyond.xyz, place) > beyond.w) discard;"),r.uniforms.beyond={value:i},new Et(n,r)}var db=`precision highp float; uniform mat4 viewMatrix, projectionMatrix; uniform vec2 box; uniform float share;
in vec3 position, colour, before, after; out vec3 seen;
vec2 along(float turn) { return vec2(cos(6.2831853 * turn), sin(6.2831853 * turn)); }
void main() {
  vec2 way = normalize(mix(along(before.z), along(after.z), share) + vec2(1e-6, 0.0));
  vec2 at = mix(before.xy, after.xy, share) * box + position.x * way + position.y * vec2(-way.y, way.x);
  seen = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 0.0, 1.0);
}`,gc=class{constructor(t,e,[i,n],r){let a=fb(e,r);a.instanceCount=t,[this.before,this.after]=["before","after"].map(o=>{let l=new pr(new Uint16Array(3*t),3,!0);return a.setAttribute(o,l),l}),this.mesh=new Et(a,new te({glslVersion:ie,vertexShader:db,depthTest:!1,transparent:!0,fragmentShader:"precision highp float; in vec3 seen; out vec4 pixel; void main() { pixel = vec4(seen, 1.0); }",uniforms:{box:{value:new ht(i,n)},share:{value:1}}})),this.mesh.frustumCulled=!1,this.mesh.visible=!1}take(t,e){this.mesh.visible=t.length>0,this.before.array.set(e?this.after.array:t),this.after.array.set(t),this.before.needsUpdate=this.after.needsUpdate=!0}show(t){this.mesh.material.uniforms.share.value=t}};function fb(s,t){let e=new Ii,i=new Ii;e.moveTo(-s,0),e.bezierCurveTo(-.4*s,.55*s,.4*s,.5*s,s,0),e.bezierCurveTo(.4*s,-.5*s,-.4*s,-.55*s,-s,0),i.moveTo(-.85*s,-.03*s).lineTo(.85*s,-.03*s),i.lineTo(.85*s,.03*s).lineTo(-.85*s,.03*s);let n=[],r=[],a=[];[e,i].forEach((l,c)=>{let h=new hn(l,12),d=n.length/3,u=new _t().set(t[c]).convertLinearToSRGB().toArray();n.push(...h.attributes.position.array);for(let f=d;f<n.length/3;f++)r.push(...u);a.push(...Array.from(h.index.array,f=>f+d))});let o=new Dr;return o.setAttribute("position",new Gt(new Float32Array(n),3)),o.setAttribute("colour",new Gt(new Float32Array(r),3)),o.setIndex(a),o}var pb=2,mb=.92,gb="#8a6410",xb=.006,_b=[400,220],yb=`precision highp float;
uniform sampler2D before, after; uniform float share; uniform vec2 pixel; out vec4 now;
void main() {
  vec2 size = vec2(textureSize(after, 0)), x = gl_FragCoord.xy * pixel * size - 0.5, f = fract(x);
  vec2 g = 1.0 - f, a = g * g * g / 6.0, d = f * f * f / 6.0;
  vec2 b = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0, low = a + b, high = 1.0 - low;
  vec2 at0 = (x - f - 0.5 + b / low) / size, at1 = (x - f + 1.5 + d / high) / size;
  vec4 parts = vec4(low.x * low.y, high.x * low.y, low.x * high.y, high.x * high.y);
  vec4 old = vec4(texture(before, at0).r, texture(before, vec2(at1.x, at0.y)).r,
    texture(before, vec2(at0.x, at1.y)).r, texture(before, at1).r);
  vec4 next = vec4(texture(after, at0).r, texture(after, vec2(at1.x, at0.y)).r,
    texture(after, vec2(at0.x, at1.y)).r, texture(after, at1).r);
  now = vec4(dot(parts, mix(old, next, share)), 0.0, 0.0, 1.0);
}`,vb=`precision highp float; uniform mat4 viewMatrix, projectionMatrix, modelMatrix;
in vec3 position; in vec2 uv; out vec2 at;
void main() { at = uv; gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`,Mb=`precision highp float; in vec2 at; out vec4 pixel; uniform sampler2D picture;
void main() { pixel = vec4(texture(picture, at).rgb, 1.0); }`,Sb=`precision highp float; out vec4 pixel;
uniform sampler2D density, solid; uniform vec3 smoke, shade, ground, stone; uniform vec2 texel;
void main() {
  vec2 at = gl_FragCoord.xy * texel;
  ivec2 here = ivec2(gl_FragCoord.xy), most = textureSize(density, 0) - 1;
  float rho = max(texelFetch(density, here, 0).r, 0.0);
  vec2 slope = vec2(
    texelFetch(density, min(here + ivec2(1, 0), most), 0).r - texelFetch(density, max(here - ivec2(1, 0), ivec2(0)), 0).r,
    texelFetch(density, min(here + ivec2(0, 1), most), 0).r - texelFetch(density, max(here - ivec2(0, 1), ivec2(0)), 0).r);
  float light = dot(slope, vec2(0.6, -0.8)) * 0.012 / texel.x; // however fine the grid is
  float cover = ${mb} * (1.0 - exp(-${pb.toFixed(1)} * min(rho, 1.2)));
  vec3 body = mix(smoke, shade, 0.35 * rho) + 0.2 * light / (0.5 + abs(light));
  vec3 colour = mix(ground, clamp(body, 0.0, 1.0), cover);
  pixel = vec4(mix(colour, stone, smoothstep(0.35, 0.65, texture(solid, at).r)), 1.0);
}`,xc=class{constructor(t,e,i,n){Object.assign(this,{plant:t,power:n,size:e,scene:new Re}),[this.lx,this.ly]=t.extent,[this.nx,this.ny]=t.cells,this.makePasses(),this.furnish(i)}makePasses(){let{nx:t,ny:e}=this,{smoke:[i,n],arrays:{solid:r}}=this.plant,a=_b[Number(this.power.thrifty)]/Math.max(i,n),[o,l]=[Math.round(i*a),Math.round(n*a)];this.shades=[0,1].map(()=>gm(new Uint8Array(i*n),i,n)),this.solid=bb(r.data,t,e,255),this.smoke=new Se(o,l,{format:Pi,type:yi,minFilter:Zt,magFilter:Zt,depthBuffer:!1}),this.refine=new zi(yb,{before:{value:null},after:{value:null},share:{value:1},pixel:{value:new ht(1/o,1/l)}}),this.picture=new Se(o,l,{minFilter:Zt,magFilter:Zt,depthBuffer:!1}),this.shading=new zi(Sb,{density:{value:this.smoke.texture},solid:{value:this.solid},smoke:{value:new _t},shade:{value:new _t},ground:{value:new _t},stone:{value:new _t},texel:{value:new ht(1/o,1/l)}})}furnish(t){let e=new Et(new Oi(this.lx,this.ly).translate(this.lx/2,this.ly/2,0),new te({glslVersion:ie,depthTest:!1,vertexShader:vb,fragmentShader:Mb,uniforms:{picture:{value:this.picture.texture}}}));this.frame=Ap(this.lx,this.ly,.0035*this.size);let i=.01*this.size;this.leaves=new gc(this.plant.leaves,2.1*i,this.plant.extent,[Un,gb]),this.steered=t.map(n=>({trail:new os(.36*i,this.plant.trail,{fades:!0}),way:this.dashed(n),dot:wp(1.15*i),rim:ls(1.15*i,1.5*i),home:ls(1.75*i,2.1*i)})),this.futures=new Ul(this.plant.plan,this.size),this.gust=new Nl(.5*i,Bi),this.halo=ls(.96,1),this.halo.material.opacity=.55,this.halo.material.color.set(Bi),this.scene.add(e,this.frame,this.halo,this.leaves.mesh);for(let n of this.steered)this.scene.add(n.way.mesh,n.trail.mesh,n.home,n.rim,n.dot);this.scene.add(...this.futures.meshes,this.gust.mesh),this.scene.children.forEach((n,r)=>{n.renderOrder=r})}dashed(t){let e=Tp(t,xb*this.size),i=new os(.002*this.size,e.length,{dash:4});return i.lay(e),i}lead(t){for(let[e,i]of this.steered.entries()){let{mesh:n}=i.way;i.way=this.dashed(t[e]),i.way.mesh.renderOrder=n.renderOrder,this.scene.remove(n),n.geometry.dispose(),this.scene.add(i.way.mesh)}}take(t,e){this.began=!!e,e&&this.shades.reverse();let[,i]=this.shades;i.image.data.set(t.shades),i.needsUpdate=!0,this.leaves.take(t.leaves,e)}dress(){let{uniforms:t}=this.shading;t.ground.value.set(Kt("--box")).convertLinearToSRGB(),t.stone.value.set(Kt("--stone")).convertLinearToSRGB(),this.frame.material.color.set(Kt("--grid"))}paint(t,e){let{uniforms:i}=this.shading,n=Kt("--reference");i.smoke.value.set(t).convertLinearToSRGB(),i.shade.value.copy(i.smoke.value).multiplyScalar(je()?.85:.8);for(let r of this.steered)r.trail.mesh.material.color.set(e),r.dot.material.color.set(e),r.rim.material.color.set(je()?"#14171b":"#ffffff"),r.way.mesh.material.color.set(n),r.home.material.color.set(n)}flow(t,e){let{uniforms:i}=this.refine;i.share.value=e,i.after.value=this.shades[1],i.before.value=this.shades[this.began?0:1],this.refine.run(t,this.smoke),this.shading.run(t,this.picture),this.leaves.show(e)}layParticle(t,e,i,n){let r=this.steered[t];r.dot.position.set(...e,0),r.rim.position.set(...e,0),r.home.position.set(...i,0),r.trail.lay(n)}layHalo(t,e){this.halo.visible=!!t,t&&(this.halo.position.copy(t),this.halo.scale.setScalar(e))}draw(t,e,i){t.clear(),t.render(this.scene,e.through(i))}};function bb(s,t,e,i){let n=new Uint8Array(t*e);for(let r=0;r<t;r++)for(let a=0;a<e;a++)n[a*t+r]=Math.round(Math.min(255,i*s[r*e+a]));return gm(n,t,e)}function gm(s,t,e){let i=new Ci(s,t,e);return Object.assign(i,{format:Pi,type:be,minFilter:Zt,magFilter:Zt,unpackAlignment:1}),i.needsUpdate=!0,i}var wb=65535,Mu=.07,_c=.9,Ab=1.5,Tb=33,xm=.16,Eb=.4,Su=[.2,.5,.8],_m=.02,Rb=.01,Cb=2,xn=s=>new E(...s),yc=class{constructor(t,e,i,n){Object.assign(this,{plant:t,link:e,tags:i,extent:t.extent,particles:t.particles}),this.axes=t.extent.length,this.size=Math.max(...t.extent),this.box=new qi(new E,xn(t.extent)),this.orbit=new Ys(this.box.min,this.box.max,this.cornersOf(0),this.axes===2);let r=Array.from({length:this.particles},(a,o)=>this.wayOf(o));this.drawn=new(this.axes===2?xc:mc)(t,this.size,r,n),this.wind=null}cornersOf(t){let e=i=>this.extent.map((n,r)=>i>>r&1?n+t:-t);return Array.from({length:2**this.axes},(i,n)=>xn(e(n)))}cut(){return this.drawn.specks.eye.x=NaN,this.drawn.cut.turn()}moveCut(t){return this.drawn.cut?.move(t)?(this.drawn.specks.eye.x=NaN,!0):!1}lead(t){this.drawn.lead(t),this.painted=""}wayOf(t){let{data:e,shape:[,i]}=this.plant.arrays.paths;return this.placesIn(e.subarray(this.axes*t*i,this.axes*(t+1)*i))}placesIn(t){return Array.from({length:t.length/this.axes},(e,i)=>[...t.subarray(this.axes*i,this.axes*(i+1))])}take(t){let e=this.newest&&t.time>this.newest.time;this.before=e?this.newest:null,this.newest=t,this.drawn.take(t,e),this.trails=t.trails.map(i=>this.placesIn(i).map(n=>n.map((r,a)=>r/wb*this.extent[a])))}dress(){this.drawn.dress(),this.painted=""}resize(t,e){this.orbit.resize(t,e)}show(t,e,i,n,r,a){Object.assign(this,{state:t,reference:e}),this.painted!==i.controller&&(this.painted=i.controller,this.drawn.paint(Ws(i.controller),ci(i.controller)));let{before:o,newest:l,drawn:c}=this,h=o&&l?Math.min(Math.max((a-o.time)/(l.time-o.time),0),1):1;c.flow(n,h),this.layParticles(h),c.futures.lay(d=>this.particle(d),i.plan?.ways,ci(i.controller)),this.layWind(i)}layParticles(t){for(let e=0;e<this.particles;e++){let i=this.particle(e),n=this.trails?.[e]??[];this.drawn.layParticle(e,i,this.particle(e,this.reference),[...n.slice(0,t<1?-1:void 0),i])}}particle(t,e=this.state){return[...e.subarray(this.axes*t,this.axes*(t+1))]}layWind(t){let e=[...t.force].slice(0,this.axes),i=[...t.at].slice(0,this.axes),n=Math.hypot(...e);Object.assign(this,{strength:n,from:i});let r=Eb*this.size,a=xm*this.size*n/this.plant.force,o=e.map(c=>(n?c/n:0)*Math.min(a,r));this.drawn.gust.point(xn(i),xn(o),a>r);let l=!!this.wind||n>0||this.chosen!==void 0;this.drawn.layHalo(l?xn(this.wind?this.wind.at:n>0?i:this.handPlace()):null,Mu*this.size)}seen(){let{gust:t}=this.drawn,e=this.cornersOf(Rb*this.size);return this.orbit.around(t.visible?[...e,t.tip]:e)}draw(t,e){let{gust:i}=this.drawn;this.drawn.draw(t,this.orbit,e);let n=a=>this.orbit.onScreen(a);this.tags.place("push",i.visible?n(xn(this.from)):null,i.visible?n(i.tip):null,this.strength,this.plant.push_unit,i.cut),this.tags.place("control",null,null);let r=Xs(this.plant.force/4);this.tags.scale(r,r*xm*this.size/this.plant.force/this.orbit.metresPerPixel(this.orbit.now.target))}particleOnScreen(t,e=!1){return this.orbit.onScreen(xn(this.particle(t,e?this.reference:this.state)))}isLow(){return!this.particles||!this.state?!1:Array.from({length:this.particles},(e,i)=>this.particleOnScreen(i)[1]).reduce((e,i)=>e+i,0)/this.particles>this.orbit.height/2}planned(){return this.drawn.futures.places.map(t=>this.orbit.onScreen(xn(t)))}pick(t,e){let i=this.orbit.ray(t,e),[n,r]=this.passes(i);if(n>r)return null;let a=i.distanceToPlane(this.held?.plane??this.facing(i))??n,o=i.at(Math.min(Math.max(a,n),r),new E);return this.box.clampPoint(o,o).toArray().slice(0,this.axes)}passes({origin:t,direction:e}){let i=t.length()+Cb*this.size,n=e.toArray().map(a=>a*i),r=[0,0,0,...this.box.max.toArray()];return[na,sa].map(a=>i*a(r,...t.toArray(),...n))}facing(t){let e=a=>a.clone().sub(t.origin).dot(t.direction)>this.orbit.camera.near,i=Array.from({length:this.state?this.particles:0},(a,o)=>xn(this.particle(o))).filter(e),n=i[0]??this.orbit.now.target,r=i.reduce((a,o)=>t.distanceSqToPoint(o)<t.distanceSqToPoint(a)?o:a,n);return new ye().setFromNormalAndCoplanarPoint(this.orbit.camera.getWorldDirection(new E).negate(),r)}grab(t,e){let i=this.pick(t,e);return i?(this.stir(i,this.facing(this.orbit.ray(t,e)),performance.now()),!0):!1}stir(t,e,i){this.held=this.wind={at:t,plane:e,moved:i,sent:0,speed:t.map(()=>0)}}drag(t,e){let i=this.pick(t,e),n=performance.now();if(!i)return;let r=Math.max(n-this.wind.moved,4)/1e3,a=Math.min(1,r/.06),o=this.wind.speed.map((l,c)=>l+a*((i[c]-this.wind.at[c])/r-l));Object.assign(this.wind,{at:i,speed:o,moved:n,stirs:!0})}tell(t){this.wind.stirs&&this.blow(t)}blow(t){if(t-this.wind.sent<Tb)return;this.wind.stirs=!1;let e=Math.hypot(...this.wind.speed)/(_c*this.size);if(e<.02)return;let i=Math.min(this.plant.force*Math.min(e,Ab),this.plant.largest_force)/(e*_c*this.size);this.wind.sent=t,this.link.blow(this.wind.at,this.wind.speed.map(n=>n*i),Mu*this.size)}drop(){this.held=this.wind=null,this.link.release()}toggleHold(){return this.held?this.drop():this.stir(this.handPlace(),null,0),!!this.held}handPlace(){let{particles:t}=this,e=this.chosen??(t?0:4),i=e-t;return i<0?this.particle(e):[Su[i%3],Su[2-Math.floor(i/3)],.5].slice(0,this.axes).map((n,r)=>n*this.extent[r])}choose(t){let e=this.particles+Su.length**2;return this.held&&this.drop(),this.chosen=((this.chosen??0)+t+e)%e,`${this.chosen+1} of ${e}`}over(t,e){let{elements:i}=this.orbit.camera.matrix;return this.extent.map((n,r)=>t*i[r]+e*i[4+r])}flick(t){let e=this.wind?this.wind.at:this.handPlace();this.link.push({at:e,force:this.over(t*this.plant.force,0),duration:.1,radius:Mu*this.size})}nudge(t,e){let{wind:i}=this,n=Math.hypot(t,e)||1,r=this.over(_m*this.size*t,_m*this.size*e);i.speed=this.over(_c*this.size*t/n,_c*this.size*e/n),this.blow(performance.now()),i.at=i.at.map((a,o)=>Math.min(Math.max(a+r[o],0),this.extent[o]))}};var ym=80,oa={left:46,right:10,top:20,bottom:18},bu=8,Ib=matchMedia("(max-width: 720px), (max-height: 480px) and (min-width: 560px)"),Pb=64,Lb=.4,Db=600,vc=class{constructor({steps:t}){Object.assign(this,{steps:t,kept:new Map,now:null,last:null,over:0})}take(t){let e=new ns(t),{now:i}=this;t.now?(!i||i.number===e.number)&&(i?.step.forEach((n,r)=>e.put(n,i.deviation[r],i.effort[r])),this.now=e):(this.kept.set(e.controller,e),this.over=e.number,i?.number===e.number&&(this.now=null))}add(t){let e=t.step!==this.last?.step||t.run!==this.last?.run;return this.last=t,t.run===this.over?e:(this.now?.number!==t.run&&(this.now=new ns({number:t.run,controller:t.controller})),this.now.add(t)||e)}of(t){let{now:e,kept:i,steps:n}=this,r=i.get(t);return e?.controller===t&&e.worth(n)>=(r?.worth(n)??0)?e:r}get runs(){return this.now?.step.length?[...this.kept.values(),this.now]:[...this.kept.values()]}},Mc=class{constructor(t,e,i,n){Object.assign(this,{canvas:t,scene:e,history:i,drawn:0,wanted:!0,every:n?4*ym:ym}),this.context=t.getContext("2d",{alpha:!1,willReadFrequently:n}),new ResizeObserver(()=>{this.wanted=!0,this.drawn=0}).observe(t)}refresh(t){if(!this.wanted||t-this.drawn<this.every)return;Object.assign(this,{drawn:t,wanted:!1});let{canvas:e,context:i,history:n,scene:r}=this,a=Math.min(devicePixelRatio,2),o=e.clientWidth,l=e.clientHeight;(e.width!==Math.round(o*a)||e.height!==Math.round(l*a))&&Object.assign(e,{width:Math.round(o*a),height:Math.round(l*a)}),i.setTransform(a,0,0,a,0,0),i.fillStyle=Kt("--ground"),i.fillRect(0,0,o,l);let c=o/2;this.alone&&Ib.matches?this.plot("deviation",r.deviation_unit,0,o,l):(this.plot("deviation",r.deviation_unit,0,c-bu,l),this.plot("effort",r.effort_unit,c+bu,c-bu,l));let h=r.controllers.filter(d=>n.of(d)).map(d=>{let u=n.of(d),f=u.apart(r);return`${rs(d)}: error ${Xe(u.error)}, effort ${Xe(u.total)}${f&&`, ${f}`}`});e.setAttribute("aria-label",`Deviation and effort over the motion. ${h.join("; ")}`)}plot(t,e,i,n,r){let{context:a,history:o,scene:l}=this,c=r<Pb,h=i+oa.left,d=c?16:oa.top,u=i+n-oa.right,f=r-(c?4:oa.bottom),{runs:p}=o,y=Math.max(1e-12,...p.map(T=>T.most[t])),m=y>1e-11?Xs(y):1,g=T=>h+(u-h)*T/o.steps,_=T=>f-(f-d)*Math.min(T,m)/m;a.font=`11px ${Kt("--font")}`,a.fillStyle=Kt("--faint"),a.strokeStyle=Kt("--line"),a.lineWidth=1,a.textAlign="left";let S=`${t==="effort"?"Effort":"Deviation"} [${e}]`,v=u+oa.right-h>a.measureText(S).width;a.fillText(S,v?h:i+4,12),a.textAlign="right",a.beginPath();for(let T of[0,m]){let A=Math.round(_(T))+.5;a.moveTo(h,A),a.lineTo(u,A),a.fillText(Xe(T,1),h-6,A+(c&&!T?0:4))}a.stroke(),c||(a.fillText(`${Xe(o.steps*l.dt,2)} s`,u,r-5),a.textAlign="left",a.fillText("0",h,r-5)),this.marks(g,d,f);for(let T of p)this.line(T,t,g,_)}marks(t,e,i){let{context:n,history:r,scene:a}=this;n.strokeStyle=Kt("--target"),n.beginPath();for(let{step:o}of a.targets??[])n.moveTo(Math.round(t(o))+.5,e),n.lineTo(Math.round(t(o))+.5,i);n.stroke(),n.fillStyle=Kt("--key");for(let o of this.keys??[]){n.beginPath();for(let[l,c]of[[-4,0],[0,-4],[4,0],[0,4]])n.lineTo(t(o)+l,i+c);n.fill()}r.last&&(n.strokeStyle=Kt("--faint"),n.beginPath(),n.moveTo(Math.round(t(r.last.step))+.5,e),n.lineTo(Math.round(t(r.last.step))+.5,i),n.stroke())}line(t,e,i,n){let{context:r,history:a,scene:o}=this,{now:l}=a,c=t.controller,h=t.step.length-1;Object.assign(r,{strokeStyle:ci(c),lineWidth:t===l?2:1.5,lineJoin:"round"});let d=l&&t!==l&&c===l.controller,u=a.runs.some(p=>p.controller!==c);r.globalAlpha=d||t!==l&&t.apart(o)&&u?Lb:1,r.setLineDash(bl(c)),r.beginPath();let f=Math.max(1,Math.floor(t.step.length/Db));for(let p=0;p<h;p+=f)r.lineTo(i(t.step[p]),n(t[e][p]));r.lineTo(i(t.step[h]),n(t[e][h])),r.stroke(),r.setLineDash([]),r.globalAlpha=1,t===l&&(r.fillStyle=ci(c),r.beginPath(),r.arc(i(t.step[h]),n(t[e][h]),3,0,7),r.fill())}};var Sc=class{constructor(t){this.dt=t,this.gap=1e3*t}take(t,e){let{newest:i}=this;if(i&&i.time===t.time&&i.step===t.step){Object.assign(i,{state:t.state,reference:t.reference});return}let n=i&&t.time>i.time&&t.step>=i.step;if(n){let r=Math.min(e-this.arrived,1200);this.gap+=.25*(r-this.gap)}this.last=n?this.shown(e):null,this.arrived=e,this.newest={state:t.state,reference:t.reference,time:t.time,step:t.step}}share(t){return this.last&&this.gap>22?Math.min((t-this.arrived)/this.gap,1):1}moving(t){return this.newest!==void 0&&this.drawn!==1&&this.share(t)>0}shown(t){let{newest:e,last:i}=this,n=this.share(t);if(n>=1||!i)return e;let r=(a,o)=>a.map((l,c)=>l+n*(o[c]-l));return{state:r(i.state,e.state),reference:r(i.reference,e.reference),time:i.time+n*(e.time-i.time),step:e.step}}at(t){return this.drawn=this.share(t),this.shown(t)}};var Nb=3,Ub=6,vm=240,ui=s=>document.getElementById(s),Qe={ready:!1,frames:0,received:0,echo:0,fps:0,latency:[],connected:!1};window.softrein=Qe;Ob().catch(s=>{ui("loading-text").textContent=s.message,ui("loading").classList.add("failed"),console.error(s)});async function Ob(){let s=ui("canvas"),t=Fb(),e=s.getContext("webgl2",{alpha:!1,antialias:t.smooths,depth:!0,stencil:!0,powerPreference:"high-performance"}),i=new ll({canvas:s,context:e});i.autoClear=!1,i.info.autoReset=!1;let n=await Qp(o=>{ui("loading-bar").style.width=`${100*o}%`});document.documentElement.classList.toggle("alone",!!n.model);let r=new oc;r.unit=n.push_unit,cp(n.looks);let a=new wu(n,i,r,t);a.dress(),a.resize(),pp(()=>a.dress()),new ResizeObserver(()=>a.resize()).observe(ui("stage")),requestAnimationFrame(o=>a.tick(o)),a.link.connect()}function Fb(){let s=document.createElement("canvas").getContext("webgl2");if(!s)throw new Error("This browser does not draw in three dimensions (WebGL 2 is missing or switched off).");let t=s.getExtension("WEBGL_debug_renderer_info"),e=t?String(s.getParameter(t.UNMASKED_RENDERER_WEBGL)):"",i=new URLSearchParams(location.search).get("draw"),n=i?i==="cpu":/swiftshader|llvmpipe|softpipe|software|basic render/i.test(e),r=!!s.getExtension("EXT_color_buffer_float"),a=r&&!n;return s.getExtension("WEBGL_lose_context")?.loseContext(),{name:e,thrifty:n,floats:r,fetches:a,smooths:!n}}var wu=class{constructor(t,e,i,n){Object.assign(this,{plant:t,renderer:e,tags:i,sent:new Map,dirty:!0,targets:t.targets}),t.pushed=t.pushes.length,this.link=new(t.model?Sl:sc)(t,{heard:o=>this.hear(o),carried:o=>this.carry(o),said:o=>this.listen(o),changed:(o,l)=>this.connection(o,l)});let r={grab:(o,l)=>this.input("grab",{vertex:o,to:l}),carry:(o,l)=>this.input("carry",typeof l=="number"?{to:o,which:l}:{to:o,turn:l}),blow:(o,l,c)=>this.input("blow",{at:o,force:l,radius:c}),push:o=>this.input("push",o),path:o=>this.input("path",o),release:()=>this.input("release")};this.view=new(t.smoke?yc:Kl)(t,r,i,n),this.history=new vc(t),this.strip=new Mc(ui("strip"),t,this.history,n.thrifty),this.between=new Sc(t.dt),this.pace=new lc(e),this.part=new cc(!n.thrifty),this.panel=new ac(t,this.acts(),n.thrifty);let a=()=>{this.dirty=!0};this.keys=t.regions?new tc(t,this.view,{send:(o,l)=>this.link.send(o,l),say:o=>this.panel.say(o),changed:a}):null,this.hands=new jl(ui("picture"),this.view,this.acts(),this.keys,a),this.expose()}acts(){let{link:t}=this;return{controller:e=>t.send("controller",{name:e}),motion:e=>t.send("motion",{name:e}),cost:e=>t.send("cost",{decades:e}),pause:()=>t.send("pause",{on:!this.frame?.flags.paused}),endless:()=>t.send("endless",{on:!this.frame?.flags.endless}),rewind:()=>{t.send("rewind"),this.frame?.flags.paused&&t.send("pause",{on:!1})},jump:()=>t.send("jump"),leave:()=>t.send("leave"),drive:(e,i)=>t.send("drive",{which:e,value:i}),loosen:e=>t.send("loosen",{which:e}),scale:e=>t.send("scale",{factor:e}),push:()=>this.tryPushes(),draw:()=>{this.plant.model?this.panel.say("Only softrein view can draw another path."):this.plant.paths?.length?this.hands.toDraw(!this.hands.draws):this.panel.say(this.plant.says.paths)},drawing:e=>this.panel.drawing(e),keys:()=>{if(this.plant.model)return this.panel.say("Only softrein view can set key-frames.");if(!this.keys)return this.panel.say(this.plant.says.keys);this.keys.toggle(),this.panel.keying(this.keys.on),this.strip.alone=this.keys.on,this.strip.wanted=!0},draws:()=>!!this.plant.paths?.length&&!this.plant.model,firmer:e=>this.panel.firmer(e),help:()=>this.help(),view:()=>{this.view.orbit.reset(),this.dirty=!0},say:e=>this.panel.say(e),low:()=>this.view.isLow?.(),names:this.plant.controllers}}tryPushes(){this.link.send("try"),this.panel.say(this.plant.pushed?"From the beginning, with the scene’s own push.":"From the beginning: this motion has no push of its own.")}input(t,e){let i=this.link.send(t,e,!0);this.sent.set(i,performance.now()),this.sent.size>400&&this.sent.delete(this.sent.keys().next().value)}hear(t){Qe.received+=1,this.frame=Object.assign(t,{targets:t.targets.slice(0,this.plant.targets.length)}),this.between.take(t,performance.now()),this.history.add(t)&&(this.strip.wanted=!0),this.came=(this.came??0)+1,this.fresh=!0}carry(t){Qe.smoke=t,this.view.take(t),this.dirty=!0}listen(t){t.say==="run"&&(this.history.take(t),this.strip.wanted=!0),t.say==="moved"&&(this.history.kept.clear(),this.history.steps=this.plant.steps=t.steps,Object.assign(this.plant,{pushed:t.pushes,targets:t.first?this.targets:[]}),this.view.lead(t.led),this.hands.toDraw(!1),ui("draw").hidden=!this.hands.acts.draws(),this.panel.follows(t.name),this.dirty=!0,this.strip.wanted=!0),t.say==="path"&&(this.view.repath(t.which,t.places),this.panel.say(t.drawn?"The path was drawn; a dot brings the scene’s own back.":"The scene’s own path."),this.dirty=!0),t.say==="keys"&&this.keys&&(this.keys.hear(t),this.strip.keys=t.keys.map(({step:e})=>e),this.strip.wanted=!0),t.say==="saved"&&this.panel.say(`Saved as ${t.name}.`),t.say==="gains"&&this.panel.say(`New gains, made in ${t.seconds.toFixed(2)} s.`),t.say==="error"&&this.panel.say(t.text)}connection(t,e){Qe.connected=t,this.panel.connection(t,e),!t&&!Qe.ready&&(ui("loading-text").textContent=e),this.sent.clear(),t&&this.link.connections>1&&this.panel.say("Connected again.")}dress(){this.stage=new _t(Kt("--stage")),this.view.dress(),this.panel.dress(),this.strip.wanted=this.dirty=!0}resize(){let{clientWidth:t,clientHeight:e}=ui("stage");if(!t||!e||(this.part.resize(t,e),this.pace.resize(this.part),this.view.resize(t,e),this.tags.resize(t,e),this.dirty=!0,!this.frame))return;let i=performance.now();this.view.orbit.advance(0,Kr()),this.drawNow(i,0)}help(){let t=ui("help-text");t.open?t.close():(t.showModal(),t.scrollTop=0)}tick(t){requestAnimationFrame(n=>this.tick(n));let e=Math.min(t-(this.before??t),100);this.before=t;let i=this.view.orbit.advance(e,Kr());this.hands.advance(e),this.view.held&&this.view.tell(t),ui("help-text").open&&(this.dirty=!0),this.frame&&(this.fresh||this.between.moving(t)||i||this.dirty||this.view.held)&&this.drawNow(t,e),this.pace.measure(t),this.pace.changed&&this.resize(),Qe.fps=this.pace.drawn(t),this.frame&&this.panel.show(this.frame,this.history,Qe.fps,t),this.frame&&this.keys?.show(this.frame,t),this.strip.refresh(t)}drawNow(t,e){let{frame:i}=this,{state:n,reference:r,time:a}=this.between.at(t);this.view.show(n,r,i,this.renderer,e,a),this.keys?.draw(),!this.part.whole&&this.part.hold(this.view.seen(),t)&&this.pace.resize(this.part),this.renderer.setRenderTarget(null),this.renderer.setClearColor(this.stage,1),this.view.draw(this.renderer,this.part),this.acknowledge(i),this.fresh=this.dirty=!1,this.pace.draw(t),Qe.frames+=1,this.clock(i),Qe.ready||(Qe.ready=!0,ui("loading").hidden=!0)}acknowledge({frame:t}){this.fresh&&(this.drew=(this.drew??0)+1,!(this.drew<Nb&&this.came<Ub)&&(this.drew=this.came=0,this.link.send("took",{frame:t})))}clock(t){Qe.echo=t.echo;let e=performance.now();for(let[i,n]of this.sent){if(i>t.echo)break;Qe.latency.push(e-n),this.sent.delete(i)}Qe.latency.length>vm&&Qe.latency.splice(0,Qe.latency.length-vm)}expose(){let{view:t,link:e}=this,i=()=>ui("stage").getBoundingClientRect(),n=([r,a])=>[r+i().left,a+i().top];Object.assign(Qe,{alone:e.live,names:this.plant.controllers,receive:r=>e.receive(r),kind:this.plant.kind,frame:()=>this.frame,bad:()=>e.bad,connections:()=>e.connections,drop:()=>e.socket.close(),sent:()=>e.sent,pushes:()=>this.plant.pushed,duration:()=>this.plant.steps*this.plant.dt,figures:r=>(({error:a,total:o,met:l,marks:c})=>({error:a,total:o,met:l,marks:c}))(this.history.of(r)??{}),lines:()=>this.history.runs.map(({number:r,controller:a,step:o,disturbed:l,error:c,total:h})=>({number:r,controller:a,disturbed:l,error:c,total:h,first:o[0],last:o.at(-1),points:o.length})),reach:()=>this.view.orbit.points.map(r=>n(this.view.orbit.onScreen(r))),pixelRatio:()=>this.renderer.getPixelRatio(),watched:()=>this.plant.watched??[],vertex:r=>n(t.vertexOnScreen(r)),particle:(r,a)=>n(t.particleOnScreen(r,a)),pick:(r,a)=>t.pick(r-i().left,a-i().top),held:()=>!!t.held,mount:r=>n(t.orbit.onScreen(t.mount[r].position)),planned:()=>t.planned().map(n),path:r=>t.paths[r].points.map(a=>n(t.orbit.onScreen(a))),keys:()=>this.keys.list.map(({place:r,step:a,to:o,came:l,off:c,name:h})=>({place:r,step:a,to:o,came:l,off:c,name:h})),regions:()=>this.plant.regions,keysState:()=>this.keys.about.state,handle:r=>n(t.orbit.onScreen(this.keys.placeOf(r))),target:r=>n(t.orbit.onScreen(this.view.marks.places[r])),place:r=>t.surface?.placeOf(r,t.state).toArray()})}};})();
